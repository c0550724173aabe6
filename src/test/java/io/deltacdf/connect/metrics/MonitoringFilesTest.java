package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
    assertThat(names(text, "\\bdelta_cdf_discovery_(\\w*)"))
        .isNotEmpty()
        .isSubsetOf(attributes(DiscoveryMetricList.all().stream()));
  }

  @Test
  void everyAlertHasARunbook() throws Exception {
    Set<String> alerts =
        names(Files.readString(DIRECTORY.resolve("alerts.yml")), "(?m)- alert: (\\w+)$");

    assertThat(names(Files.readString(Path.of("docs/operations.md")), "(?m)^### (Delta\\w+)$"))
        .isEqualTo(alerts);
    assertThat(names(Files.readString(DIRECTORY.resolve("alerts-test.yml")), "alertname: (\\w+)"))
        .isEqualTo(alerts);
  }

  /** DocsTest checks the links of the page, which lists all alerts. */
  @Test
  void everyAlertPointsToItsRunbook() throws Exception {
    JsonNode groups = new YAMLMapper().readTree(DIRECTORY.resolve("alerts.yml").toFile());
    for (JsonNode rule : groups.at("/groups/0/rules")) {
      String name = rule.get("alert").asText();
      String runbook = "operations.md#" + name.toLowerCase(Locale.ROOT);
      assertThat(rule.at("/annotations/runbook_url").asText()).isEqualTo("docs/" + runbook);
      assertThat(Files.readString(Path.of("docs/monitoring.md")))
          .contains("[" + name + "](" + runbook + ")");
    }
  }

  /** A runbook says what the alert means, gives commands, and says how the alert ends. */
  @Test
  void everyRunbookIsComplete() throws Exception {
    String[] runbooks = Files.readString(Path.of("docs/operations.md")).split("(?m)^### ");
    assertThat(runbooks)
        .filteredOn(section -> section.startsWith("Delta"))
        .hasSize(9)
        .allSatisfy(
            section ->
                assertThat(section)
                    .contains("**It means:**", "**It ends**")
                    .containsPattern("(?m)^ {7}(curl|bin/delta-cdf|grep) "));
    assertThat(names(String.join("", runbooks), "\\bdelta_cdf_([A-Z]\\w*)"))
        .isNotEmpty()
        .isSubsetOf(attributes(TableMetricList.all().stream()));
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
