package io.deltacdf.connect.offset;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCountTest {
  @ParameterizedTest
  @ValueSource(strings = {"0", "55", "55+1234", "55@41", "0+7@0"})
  void isTheSameAfterItWasStored(String text) {
    assertThat(KeyCount.parse(text).orElseThrow().text()).isEqualTo(text);
  }

  /** Somebody may have changed the offset, and the count is not worth an error. */
  @ParameterizedTest
  @ValueSource(strings = {"", "many", "-1", "1+", "@3", "1@2+3", "99999999999999999999"})
  void anotherTextIsNoCount(String text) {
    assertThat(KeyCount.parse(text)).isEmpty();
  }

  @Test
  void aSnapshotReplacesTheCountWhenItIsCompleted() {
    KeyCount snapshot = KeyCount.since(3).plus(7).startSnapshot().plus(2);
    assertThat(snapshot.text()).isEqualTo("2+7@3");
    assertThat(snapshot.startSnapshot().plus(1).text()).isEqualTo("1+9@3");
    assertThat(snapshot.completeSnapshot().text()).isEqualTo("2");
  }

  @Test
  void isNeverNegative() {
    assertThat(KeyCount.none().plus(1).plus(-3).text()).isEqualTo("0");
  }
}
