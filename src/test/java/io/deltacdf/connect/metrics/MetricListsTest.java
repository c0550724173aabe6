package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricListsTest {
  private final TableMetrics table = new TableMetrics("orders", () -> 1000);

  @Test
  void namesAreUniqueInABeanAndAmongPluginMetrics() {
    for (List<Metric<TableMetrics>> bean :
        List.of(TableMetricList.streaming(), TableMetricList.snapshot())) {
      assertThat(bean).extracting(Metric::attribute).doesNotHaveDuplicates();
    }
    assertThat(TaskMetricList.all()).extracting(Metric::attribute).doesNotHaveDuplicates();
    assertThat(DiscoveryMetricList.all()).extracting(Metric::attribute).doesNotHaveDuplicates();
    assertThat(
            Stream.<Metric<?>>concat(TableMetricList.all().stream(), TaskMetricList.all().stream())
                .filter(Metric::isNumeric)
                .map(Metric::name))
        .doesNotHaveDuplicates();
  }

  @Test
  void countersEndWithTotalAndTimesWithTheirUnit() {
    for (Metric<?> metric :
        Stream.<Metric<?>>concat(TableMetricList.all().stream(), TaskMetricList.all().stream())
            .filter(Metric::isNumeric)
            .toList()) {
      assertThat(metric.name().endsWith("-total"))
          .as(metric.name())
          .isEqualTo(metric.kind() == Metric.Kind.COUNTER);
      if (metric.unit().equals("ms")) {
        assertThat(metric.name()).containsPattern("-ms(-total)?$");
      }
    }
  }

  @Test
  void everyMetricHasAValueOfItsTypeFromTheStart() {
    for (Metric<TableMetrics> metric : TableMetricList.all()) {
      assertThat((Object) metric.value().apply(table))
          .as(metric.attribute())
          .isInstanceOf(metric.kind().type());
    }
    DiscoveryMetrics discovery = new DiscoveryMetrics(() -> 1000);
    for (Metric<DiscoveryMetrics> metric : DiscoveryMetricList.all()) {
      assertThat((Object) metric.value().apply(discovery))
          .as(metric.attribute())
          .isInstanceOf(metric.kind().type());
    }
  }

  @Test
  void theReferenceIsCurrent() throws Exception {
    assertThat(Files.readString(Path.of("docs/metrics.md"))).isEqualTo(MetricsReference.text());
  }
}
