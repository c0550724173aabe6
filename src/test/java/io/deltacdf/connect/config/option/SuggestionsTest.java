package io.deltacdf.connect.config.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
  private static final List<String> KNOWN = List.of("orders", "customers", "order_items");

  @Test
  void suggestsTheMostSimilarWord() {
    assertThat(Suggestions.didYouMean("ordres", KNOWN)).isEqualTo(" Did you mean 'orders'?");
    assertThat(Suggestions.didYouMean("Orders", KNOWN)).isEqualTo(" Did you mean 'orders'?");
    assertThat(Suggestions.didYouMean("order_item", KNOWN))
        .isEqualTo(" Did you mean 'order_items'?");
  }

  @Test
  void suggestsNothingIfNoWordIsSimilar() {
    assertThat(Suggestions.didYouMean("stock", KNOWN)).isEmpty();
    assertThat(Suggestions.didYouMean("stock", List.of())).isEmpty();
  }
}
