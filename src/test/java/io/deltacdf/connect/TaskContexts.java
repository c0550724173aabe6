package io.deltacdf.connect;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/** Task contexts that provide only the stored offsets of tables. */
public final class TaskContexts {
  private TaskContexts() {}

  /**
   * @param offsets the offsets by table name
   * @param offsetsRead called when the offsets are read
   */
  public static SourceTaskContext of(
      Map<String, Map<String, Object>> offsets, Runnable offsetsRead) {
    return of(offsets, offsetsRead, null);
  }

  /**
   * @param transactions lets the task define transactions; null if it must not
   */
  public static SourceTaskContext of(
      Map<String, Map<String, Object>> offsets,
      Runnable offsetsRead,
      @Nullable TransactionContext transactions) {
    OffsetStorageReader reader =
        new OffsetStorageReader() {
          @Override
          public <T> Map<String, Object> offset(Map<String, T> partition) {
            return offsets.get((String) partition.get("table"));
          }

          @Override
          public <T> Map<Map<String, T>, Map<String, Object>> offsets(
              Collection<Map<String, T>> partitions) {
            offsetsRead.run();
            Map<Map<String, T>, Map<String, Object>> all = new HashMap<>();
            partitions.forEach(partition -> all.put(partition, offset(partition)));
            return all;
          }
        };
    return (SourceTaskContext)
        Proxy.newProxyInstance(
            SourceTaskContext.class.getClassLoader(),
            new Class<?>[] {SourceTaskContext.class},
            (proxy, method, args) -> {
              return switch (method.getName()) {
                case "offsetStorageReader" -> reader;
                case "transactionContext" -> transactions;
                case "pluginMetrics" -> new PluginMetricsImpl(new Metrics(), Map.of());
                default -> throw new UnsupportedOperationException(method.getName());
              };
            });
  }
}
