package io.deltacdf.connect.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Connect's own headers are the oracle. */
class SharedHeadersTest {
  private static final List<Header> SHARED = list(connectHeaders());

  private static ConnectHeaders connectHeaders() {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addString("a", "1").addLong("b", 2).addString("a", "3").addString("c", "4");
    return headers;
  }

  private static List<Header> list(Iterable<Header> headers) {
    List<Header> list = new ArrayList<>();
    headers.forEach(list::add);
    return List.copyOf(list);
  }

  static Stream<Consumer<Headers>> uses() {
    return Stream.of(
        headers -> headers.addString("d", "5"),
        headers -> headers.add("d", 5, Schema.INT32_SCHEMA),
        Headers::clear,
        headers -> headers.remove("a"),
        headers -> headers.remove("absent"),
        headers -> headers.retainLatest("a"),
        Headers::retainLatest,
        headers -> headers.apply(header -> header.key().equals("b") ? null : header.rename("x")),
        headers -> headers.apply("a", header -> header.rename("x")),
        SharedHeadersTest::removeTheSecondAndTheFourth,
        headers -> headers.duplicate().clear(),
        headers -> assertThat(headers.isEmpty()).isFalse(),
        headers -> assertThat(headers.size()).isEqualTo(4),
        headers -> assertThat(headers.lastWithName("a").value()).isEqualTo("3"),
        headers -> assertThat(headers.lastWithName("absent")).isNull(),
        headers -> assertThat(headers.allWithName("a")).toIterable().hasSize(2),
        headers ->
            assertThat(headers)
                .isEqualTo(connectHeaders())
                .hasToString(connectHeaders().toString()),
        headers -> assertThat(headers.hashCode()).isEqualTo(connectHeaders().hashCode()));
  }

  private static void removeTheSecondAndTheFourth(Headers headers) {
    Iterator<Header> iterator = headers.iterator();
    iterator.next();
    iterator.next();
    iterator.remove();
    iterator.next();
    iterator.next();
    iterator.remove();
  }

  @ParameterizedTest
  @MethodSource("uses")
  void everyUseGivesWhatConnectsHeadersGiveAndOtherRecordsKeepTheirs(Consumer<Headers> use) {
    SharedHeaders headers = new SharedHeaders(SHARED);
    ConnectHeaders expected = connectHeaders();
    use.accept(headers);
    use.accept(expected);
    assertThat(list(headers)).isEqualTo(list(expected));
    assertThat(headers.size()).isEqualTo(expected.size());
    assertThat(headers).isEqualTo(expected);
    assertThat(expected).isEqualTo(headers);
    // A second change starts from the first.
    assertThat(list(headers.addString("last", "6")))
        .isEqualTo(list(expected.addString("last", "6")));

    assertThat(list(new SharedHeaders(SHARED))).isEqualTo(SHARED);
  }

  /** Transforms copy headers like this; the constructor reads a private field. */
  @Test
  void copiesOfConnectKeepTheHeaders() {
    assertThat(list(new ConnectHeaders(new SharedHeaders(SHARED)))).isEqualTo(SHARED);
    assertThat(list(new SharedHeaders(SHARED).duplicate())).isEqualTo(SHARED);
  }

  @Test
  void aDuplicateIsIndependent() {
    SharedHeaders headers = new SharedHeaders(SHARED);
    headers.duplicate().addString("d", "5");
    assertThat(list(headers)).isEqualTo(SHARED);
  }

  @Test
  void aRecordKeepsItsHeadersUncopied() {
    SharedHeaders headers = new SharedHeaders(SHARED);
    assertThat(
            new SourceRecord(null, null, "t", 0, null, null, null, null, null, headers).headers())
        .isSameAs(headers);
  }

  @Test
  void anIteratorThatHasReturnedNothingRemovesNothing() {
    Iterator<Header> iterator = new SharedHeaders(SHARED).iterator();
    assertThatThrownBy(iterator::remove).isInstanceOf(IllegalStateException.class);
  }
}
