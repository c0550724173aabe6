package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files in {@code config/monitoring} and the pages about them. */
class MonitoringFilesTest {
  private static final Path DIRECTORY = Path.of("config/monitoring");

  @ParameterizedTest
  @ValueSource(strings = {"alerts.yml", "alerts-test.yml", "grafana-dashboard.json"})
  void everyNamedMetricExists(String file) throws Exception {
    String text = Files.readString(DIRECTORY.resolve(file));

    assertThat(names(text, "\\bdelta_cdf_([A-Z]\\w*)"))
        .isNotEmpty()
        .isSubsetOf(attributes(TableMetricList.all().stream()));
    assertThat(names(text, "\\bdelta_cdf_task_(\\w*)"))
        .isNotEmpty()
        .isSubsetOf(attributes(TaskMetricList.all().stream()));
  }

  @Test
  void everyAlertHasARunbook() throws Exception {
    Set<String> alerts =
        names(Files.readString(DIRECTORY.resolve("alerts.yml")), "(?m)- alert: (\\w+)$");

    assertThat(names(Files.readString(Path.of("docs/monitoring.md")), "(?m)^### (Delta\\w+)$"))
        .isEqualTo(alerts);
    assertThat(names(Files.readString(DIRECTORY.resolve("alerts-test.yml")), "alertname: (\\w+)"))
        .isEqualTo(alerts);
  }

  private static List<String> attributes(Stream<? extends Metric<?>> metrics) {
    return metrics.map(Metric::attribute).toList();
  }

  private static Set<String> names(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
