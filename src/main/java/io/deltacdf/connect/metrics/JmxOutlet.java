package io.deltacdf.connect.metrics;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the measurements of a task as JMX beans named like Debezium's: {@code
 * delta.cdf:type=connector-metrics,server=<topic.prefix>,task=<n>,context=streaming,table=<name>},
 * and those of a connector without a task. Not thread-safe.
 */
final class JmxOutlet implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JmxOutlet.class);

  /** The beans that are shown, so that an outlet removes its own beans only. */
  private static final Map<ObjectName, MetricsBean<?>> SHOWN = new ConcurrentHashMap<>();

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final Map<String, String> keys = new LinkedHashMap<>();
  private final Map<ObjectName, MetricsBean<?>> registered = new LinkedHashMap<>();

  /**
   * @param prefix {@code topic.prefix}
   * @param task the number of the task
   */
  JmxOutlet(String prefix, String task) {
    this(prefix);
    keys.put("task", task);
  }

  /**
   * Makes the outlet of a connector.
   *
   * @param prefix {@code topic.prefix}
   */
  JmxOutlet(String prefix) {
    keys.put("type", "connector-metrics");
    keys.put("server", prefix);
  }

  void show(DiscoveryMetrics metrics) {
    register(
        new MetricsBean<>(metrics, DiscoveryMetricList.all(), "The discovery of tables"),
        Map.of("context", "discovery"));
  }

  void show(TaskMetrics metrics) {
    register(new MetricsBean<>(metrics, TaskMetricList.all(), "A task"), Map.of("context", "task"));
  }

  void show(TableMetrics metrics) {
    show(metrics, "streaming", TableMetricList.streaming());
    show(metrics, "snapshot", TableMetricList.snapshot());
  }

  private void show(TableMetrics metrics, String context, List<Metric<TableMetrics>> list) {
    Map<String, String> more = new LinkedHashMap<>();
    more.put("context", context);
    more.put("table", metrics.table());
    register(new MetricsBean<>(metrics, list, "A table: " + context), more);
  }

  private void register(MetricsBean<?> bean, Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(keys);
    all.putAll(more);
    try {
      ObjectName name = name(all);
      replace(bean, name);
      registered.put(name, bean);
    } catch (JMException e) {
      LOG.warn("The JMX bean of {} cannot be registered; its metrics are not shown", all, e);
    }
  }

  /**
   * Registers a bean. There is one of that name if a task waited for a store when it was stopped,
   * or if two connectors have one prefix; the new bean replaces it.
   */
  private void replace(MetricsBean<?> bean, ObjectName name) throws JMException {
    if (SHOWN.put(name, bean) != null) {
      LOG.warn(
          "The JMX bean {} of another task is replaced. If it belongs to another connector,"
              + " set another topic.prefix there",
          name);
      unregister(name);
    }
    server.registerMBean(bean, name);
  }

  private static ObjectName name(Map<String, String> keys) throws MalformedObjectNameException {
    // Names are compared without regard to the order of keys; users read them in this order.
    return new ObjectName(
        keys.entrySet().stream()
            .map(key -> key.getKey() + "=" + quoteIfNeeded(key.getValue()))
            .collect(Collectors.joining(",", "delta.cdf:", "")));
  }

  private static String quoteIfNeeded(String value) {
    return value.matches("[A-Za-z0-9._-]+") ? value : ObjectName.quote(value);
  }

  private void unregister(ObjectName name) throws JMException {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOG.debug("The JMX bean {} is gone already", name);
    }
  }

  @Override
  public void close() {
    registered.forEach(
        (name, bean) -> {
          if (SHOWN.remove(name, bean)) {
            try {
              unregister(name);
            } catch (JMException e) {
              LOG.warn("The JMX bean {} cannot be removed", name, e);
            }
          }
        });
    registered.clear();
  }
}
