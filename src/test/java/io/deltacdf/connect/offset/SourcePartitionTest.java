package io.deltacdf.connect.offset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;

class SourcePartitionTest {
  private final Map<String, String> orders = SourceOffsetCodec.sourcePartition("orders");

  /** Connect finds stored partitions, which it has read as maps of its own. */
  @Test
  void itIsEqualToEachMapWithTheSameEntry() {
    Map<String, String> read = new HashMap<>(Map.of("table", "orders"));

    assertThat((Object) orders).isEqualTo(read).hasSameHashCodeAs(read);
    assertThat((Object) read).isEqualTo(orders);
    assertThat(new HashMap<>(Map.of(read, 1)).get(orders)).isEqualTo(1);
    assertThat((Object) orders).isEqualTo(SourceOffsetCodec.sourcePartition("orders"));
  }

  @Test
  void itIsNotEqualToAnotherMap() {
    assertThat((Object) orders)
        .isNotEqualTo(SourceOffsetCodec.sourcePartition("customers"))
        .isNotEqualTo(Map.of("table", "customers"))
        .isNotEqualTo(Map.of("topic", "orders"))
        .isNotEqualTo(Map.of("table", "orders", "more", "orders"))
        .isNotEqualTo(Map.of());
    assertThat((Object) Map.of("table", "orders", "more", "x")).isNotEqualTo(orders);
  }

  @Test
  void itIsAMapThatCannotBeChanged() {
    assertThat(orders).hasSize(1).containsEntry("table", "orders").hasToString("{table=orders}");
    assertThat(orders.get("topic")).isNull();
    assertThat(orders.get(null)).isNull();
    assertThat(orders.containsKey(null)).isFalse();
    assertThatThrownBy(() -> orders.put("table", "customers"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(orders::clear).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void connectStoresItAsBefore() {
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of("schemas.enable", "false"), true);
      assertThat(json.fromConnectData("", null, List.of("name", orders)))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("[\"name\",{\"table\":\"orders\"}]");
    }
  }
}
