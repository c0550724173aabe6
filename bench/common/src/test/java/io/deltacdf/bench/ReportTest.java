package io.deltacdf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static String line(String table, String name, String phase, int speed, int round) {
    return String.format(
        "RESULT name=%s table=%s phase=%s rows_s=%d cpu_us_row=%d rss_mb=400 records=%d round=%d",
        name, table, phase, speed, 1000 / speed, speed * 10, round);
  }

  @Test
  void aRunIsComparedColdWithColdAndWarmWithWarm() {
    String report =
        new Report(
                List.of(
                    line("T1", "spark-avro", "cold", 100, 1),
                    line("T1", "spark-avro", "warm", 200, 1),
                    line("T1", "connector-delta-tuned", "cold", 150, 1),
                    line("T1", "connector-delta-tuned", "warm", 250, 1)))
            .markdown();

    assertThat(report)
        .contains("| T1 | Spark | 200 | 1.00 | 1.00 | 5.00 | 1.00 | 400 | 1 |")
        .contains(
            "| T1 | connector, converter of the plugin | 250 | 1.25 | 1.50 | 4.00 | 0.80 | 400 | 1"
                + " |");
  }

  @Test
  void roundsOfSeveralInvocationsAreOneMedian() {
    String report =
        new Report(
                List.of(
                    line("T1", "spark-avro", "warm", 100, 1),
                    line("T1", "connector-delta-tuned", "warm", 100, 1),
                    // This round was stopped before the connector ran.
                    line("T1", "spark-avro", "warm", 100, 2),
                    line("T1", "spark-avro", "warm", 200, 3),
                    line("T1", "connector-delta-tuned", "warm", 400, 3)))
            .markdown();

    assertThat(report).contains("plugin | 250 | 1.50 (1.00–2.00) | – |").contains("| 400 | 2 |");
  }

  @Test
  void keysAreComparedWithRows() {
    String report =
        new Report(
                List.of(
                    line("T5", "connector-delta-tuned", "warm", 100, 1),
                    line("T5", "connector-delta-tuned-none", "warm", 125, 1)))
            .markdown();

    assertThat(report).contains("| T5 | 1,000 | 1,250 | 1.25 | 0.80 |");
  }

  @Test
  void latencyIsTheMedianOfItsRuns() {
    String latency =
        "RESULT name=latency-%s table=TL-run phase=latency last_p50_ms=%s last_p99_ms=90";

    String report =
        new Report(
                List.of(
                    String.format(latency, "spark", "500"),
                    String.format(latency, "connector", "30"),
                    String.format(latency, "connector", "40")))
            .markdown();

    assertThat(report)
        .contains("| Spark | 500.0 | 90.0 | 1 |")
        .contains("| connector | 35.0 | 90.0 | 2 |");
  }
}
