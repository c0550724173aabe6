package io.deltacdf.connect.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.ErrorCode;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetricsOutletsTest {
  private static final MBeanServer JMX = ManagementFactory.getPlatformMBeanServer();

  private static final Map<String, String> OPTIONS =
      Map.of(
          "topic.prefix", "lake", "tables", "orders", "tables.orders.path", "/orders", "key", "id");

  private final Metrics kafka = new Metrics();
  private final TableMetrics orders = new TableMetrics("orders", () -> 1000);
  private final TaskMetrics task = new TaskMetrics(new FixedSources(), () -> 1000);

  @AfterEach
  void closeKafka() {
    kafka.close();
  }

  private MetricsOutlets open(SourceTaskContext context) {
    return MetricsOutlets.open(
        context, "lake", "0", new DeltaSourceConfig(OPTIONS).flow(), task, List.of(orders));
  }

  /** The context of Kafka Connect 4.1 or later. */
  private SourceTaskContext connect() {
    return context(() -> new PluginMetricsImpl(kafka, Map.of("connector", "c", "task", "0")));
  }

  private static SourceTaskContext context(Supplier<Object> pluginMetrics) {
    return (SourceTaskContext)
        Proxy.newProxyInstance(
            SourceTaskContext.class.getClassLoader(),
            new Class<?>[] {SourceTaskContext.class},
            (proxy, method, args) -> pluginMetrics.get());
  }

  private static ObjectName table(String context) throws Exception {
    return new ObjectName(
        "delta.cdf:type=connector-metrics,server=lake,task=0,context=" + context + ",table=orders");
  }

  @Test
  void beansAreNamedLikeDebeziumsAndGoWithTheTask() throws Exception {
    ObjectName ofTask =
        new ObjectName("delta.cdf:type=connector-metrics,server=lake,task=0,context=task");

    try (MetricsOutlets open = open(connect())) {
      assertThat(open).isNotNull();
      assertThat(JMX.queryNames(new ObjectName("delta.cdf:*"), null))
          .containsExactlyInAnyOrder(table("streaming"), table("snapshot"), ofTask);
      assertThat(JMX.getAttribute(ofTask, "CapturedTables")).isEqualTo("orders,places");
      assertThat(JMX.getAttribute(ofTask, "CurrentQueueSizeInBytes")).isEqualTo(10L);
    }
    assertThat(JMX.queryNames(new ObjectName("delta.cdf:*"), null)).isEmpty();
  }

  @Test
  void everyAttributeCanBeReadAndNoneWritten() throws Exception {
    try (MetricsOutlets open = open(connect())) {
      assertThat(open).isNotNull();
      for (String context : List.of("streaming", "snapshot")) {
        MBeanAttributeInfo[] attributes = JMX.getMBeanInfo(table(context)).getAttributes();
        assertThat(attributes).isNotEmpty();
        for (MBeanAttributeInfo attribute : attributes) {
          assertThat(JMX.getAttribute(table(context), attribute.getName()))
              .isInstanceOf(Class.forName(attribute.getType()));
        }
        String[] names =
            Arrays.stream(attributes).map(MBeanAttributeInfo::getName).toArray(String[]::new);
        assertThat(JMX.getAttributes(table(context), names)).hasSize(names.length);
      }
      assertThatThrownBy(() -> JMX.setAttribute(table("streaming"), new Attribute("State", "IDLE")))
          .hasMessageContaining("No attribute can be changed");
    }
  }

  @Test
  void errorsAreShownByCode() throws Exception {
    try (MetricsOutlets open = open(connect())) {
      assertThat(open).isNotNull();
      orders.retried(ErrorCode.STORAGE);
      orders.retried(ErrorCode.STORAGE);

      TabularData errors = (TabularData) JMX.getAttribute(table("streaming"), "Errors");
      CompositeData storage = errors.get(new Object[] {"STORAGE"});
      assertThat(storage.get("value")).isEqualTo(2L);
    }
  }

  @Test
  void kafkaConnectSeesTheNumbersOfEachTable() {
    try (MetricsOutlets open = open(connect())) {
      assertThat(open).isNotNull();
      EventCounts step = new EventCounts();
      step.add(Operation.UPDATE);
      orders.published(step);

      assertThat(pluginMetric("update-events-total")).isEqualTo(1L);
      assertThat(pluginMetric("connected")).isEqualTo(1);
      orders.retried(ErrorCode.ACCESS_DENIED);
      assertThat(pluginMetric("connected")).isEqualTo(0);
    }
  }

  /** Connect gives up a task that waits for a broker, and starts it again on the same worker. */
  @Test
  void theMetricsOfATaskThatHasNotEndedAreReplaced() throws Exception {
    PluginMetricsImpl ofEarlier =
        new PluginMetricsImpl(kafka, Map.of("connector", "c", "task", "0"));
    MetricsOutlets earlier = open(context(() -> ofEarlier));
    orders.retried(ErrorCode.ACCESS_DENIED);
    TableMetrics fresh = new TableMetrics("orders", () -> 1000);

    MetricsOutlets later =
        MetricsOutlets.open(
            connect(), "lake", "0", new DeltaSourceConfig(OPTIONS).flow(), task, List.of(fresh));
    assertThat(pluginMetric("connected")).isEqualTo(1);

    earlier.close();
    ofEarlier.close();
    assertThat(pluginMetric("connected")).isEqualTo(1);
    later.close();
  }

  /** Another version of the plugin, in a class loader of its own, may show them. */
  @Test
  void aMetricThatCannotBeShownDoesNotFailTheTask() throws Exception {
    try (PluginMetricsImpl other =
        new PluginMetricsImpl(kafka, Map.of("connector", "c", "task", "0"))) {
      LinkedHashMap<String, String> tags = new LinkedHashMap<>(Map.of("table", "orders"));
      other.addMetric(other.metricName("connected", "", tags), (Gauge<Integer>) (config, now) -> 7);

      try (MetricsOutlets open = open(connect())) {
        assertThat(open).isNotNull();
        assertThat(pluginMetric("connected")).isEqualTo(7);
        assertThat(pluginMetric("update-events-total")).isEqualTo(0L);
      }
    }
  }

  private Object pluginMetric(String name) {
    return kafka.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals(name))
        .filter(metric -> "orders".equals(metric.metricName().tags().get("table")))
        .findFirst()
        .orElseThrow()
        .metricValue();
  }

  @Test
  void withoutPluginMetricsTheBeansAreStillThere() throws Exception {
    SourceTaskContext old =
        context(
            () -> {
              throw new NoSuchMethodError("pluginMetrics");
            });

    try (MetricsOutlets open = open(old)) {
      assertThat(open).isNotNull();
      assertThat(JMX.isRegistered(table("streaming"))).isTrue();
    }
  }

  @Test
  void theBeanOfATaskThatHasNotEndedIsReplaced() throws Exception {
    MetricsOutlets earlier = open(connect());
    orders.retried(ErrorCode.STORAGE);
    TableMetrics fresh = new TableMetrics("orders", () -> 1000);

    MetricsOutlets later =
        MetricsOutlets.open(
            context(
                () -> {
                  throw new NoSuchMethodError("pluginMetrics");
                }),
            "lake",
            "0",
            new DeltaSourceConfig(OPTIONS).flow(),
            task,
            List.of(fresh));
    assertThat(JMX.getAttribute(table("streaming"), "NumberOfRetries")).isEqualTo(0L);

    earlier.close();
    assertThat(JMX.getAttribute(table("streaming"), "NumberOfRetries")).isEqualTo(0L);
    later.close();
    assertThat(JMX.isRegistered(table("streaming"))).isFalse();
  }

  private static final class FixedSources implements TaskMetrics.Sources {
    @Override
    public List<String> tables() {
      return List.of("orders", "places");
    }

    @Override
    public long queuedBytes() {
      return 10;
    }

    @Override
    public long maxQueueBytes() {
      return 100;
    }

    @Override
    public long pollIntervalMillis() {
      return 5000;
    }

    @Override
    public long retentionWarningMillis() {
      return 86_400_000;
    }

    @Override
    public int readerThreads() {
      return 2;
    }

    @Override
    public int busyReaderThreads() {
      return 1;
    }

    @Override
    public long readerMemoryBytes() {
      return 40;
    }

    @Override
    public long maxReaderMemoryBytes() {
      return 400;
    }

    @Override
    public long millisWaitedForMemory() {
      return 4;
    }
  }
}
