package io.deltacdf.connect;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** Contexts that know the stored offsets of tables, and nothing else. */
final class TaskContexts {
  private TaskContexts() {}

  /**
   * @param offsets by the tables' names
   * @param offsetsRead called when they are read
   */
  static SourceTaskContext of(Map<String, Map<String, Object>> offsets, Runnable offsetsRead) {
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
              if (method.getName().equals("offsetStorageReader")) {
                return reader;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
