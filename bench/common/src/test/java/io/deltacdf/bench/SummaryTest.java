package io.deltacdf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static String line(String name, String phase, long rowsPerSecond, int round) {
    return String.format(
        "RESULT name=%s table=T1 phase=%s rows_s=%d cpu_us_row=2.00 rss_mb=100 round=%d",
        name, phase, rowsPerSecond, round);
  }

  @Test
  void aRatioIsMadeInsideARound() {
    // The second round was twice as slow: only its ratio counts, not its speed.
    Summary summary =
        new Summary(
            List.of(
                line("spark-avro", "warm", 200, 1),
                line("connector-avro-tuned", "warm", 300, 1),
                line("spark-avro", "warm", 100, 2),
                line("connector-avro-tuned", "warm", 170, 2)));

    assertThat(summary.ratiosToSpark())
        .contains("| T1 | warm | connector-avro-tuned | 2 | 1.60 (1.50–1.70) | 1.00 (1.00–1.00) |");
  }

  @Test
  void coldIsNotComparedWithWarm() {
    Summary summary =
        new Summary(
            List.of(
                line("spark-avro", "cold", 200, 1), line("connector-avro-tuned", "warm", 300, 1)));

    assertThat(summary.ratiosToSpark().lines()).hasSize(2);
  }

  @Test
  void passesOfARoundAreOneMedian() {
    Summary summary =
        new Summary(
            List.of(
                line("spark-avro", "warm", 100, 1),
                line("spark-avro", "warm", 300, 1),
                line("floor-avro", "warm", 400, 1)));

    assertThat(summary.ratiosToSpark()).contains("| T1 | warm | floor-avro | 1 | 2.00 |");
    assertThat(summary.measured()).contains("| T1 | warm | spark-avro | 2 | 200 (100–300) |");
  }

  @Test
  void medianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    assertThat(Series.median(new double[] {4, 1, 3, 2})).isEqualTo(2.5);
  }

  @Test
  void aRunIsComparedWithTheReadyRecordsOfTheSameConverter() {
    Summary summary =
        new Summary(
            List.of(
                line("ready-avro-tuned", "warm", 200, 1),
                line("ready-delta-tuned", "warm", 400, 1),
                line("connector-avro-tuned", "warm", 180, 1),
                line("connector-delta-tuned", "warm", 300, 1)));

    assertThat(summary.ratiosToReady())
        .contains("| T1 | warm | connector-avro-tuned | 1 | 0.90 | 1.00 | 1.00 |")
        .contains("| T1 | warm | connector-delta-tuned | 1 | 0.75 | 1.00 | 1.00 |");
    assertThat(summary.ratiosToReady().lines()).hasSize(4);
  }

  @Test
  void thePlotHasABarForEachRunAndTable() {
    String svg =
        new Plot(
                Series.read(
                    List.of(
                        line("spark-avro", "warm", 200, 1),
                        line("connector-avro-tuned", "warm", 300, 1))))
            .svg();

    assertThat(svg)
        .startsWith("<svg")
        .contains(">spark-avro<", ">T1<", ">1.50<", ">2.00<", ">100<");
  }
}
