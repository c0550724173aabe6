package io.deltacdf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResultTest {
  @Test
  void printsItsFieldsInOrder() {
    Result result = Result.of("spark-avro", "T1").pass(1).put("rows", 5L).put("sec", 1.238);

    assertThat(result)
        .hasToString("RESULT name=spark-avro table=T1 phase=cold pass=1 rows=5 sec=1.24");
  }

  @Test
  void onlyTheFirstPassIsCold() {
    assertThat(Result.of("x", "T1").pass(2).text("phase")).isEqualTo("warm");
  }

  @Test
  void isReadBackFromALineWithOtherTextBefore() {
    Result result = Result.parse("12:00:01 RESULT name=a table=T1 rows=7").orElseThrow();

    assertThat(result.text("name")).isEqualTo("a");
    assertThat(result.number("rows")).hasValue(7);
    assertThat(result.number("sec")).isEmpty();
  }

  @Test
  void otherLinesAreNoResults() {
    assertThat(Result.parse("LIVE topic")).isEmpty();
  }
}
