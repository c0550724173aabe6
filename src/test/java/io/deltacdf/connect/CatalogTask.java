package io.deltacdf.connect;

import io.deltacdf.connect.testing.catalog.CatalogServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;

/** A task whose tables have names in a catalog. It keeps records and offsets as Connect does. */
final class CatalogTask implements AutoCloseable {
  private static final RecordMetadata METADATA =
      new RecordMetadata(new TopicPartition("any", 0), 0, 0, 0, 0, 0);

  private static final Duration TIMEOUT = Duration.ofSeconds(40);
  private static final Duration POLL = Duration.ofMillis(2);

  private final Map<String, String> props = new HashMap<>();
  private final Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();
  private final List<SourceRecord> records = new ArrayList<>();
  private DeltaSourceTask task = new DeltaSourceTask();

  /** Creates a task that reads files without credentials. */
  CatalogTask(CatalogServer server) {
    props.putAll(server.options());
    props.put("unity.catalog.credentials", "none");
    props.put("topic.prefix", "t");
    props.put("poll.interval.ms", "20");
    props.put("heartbeat.interval.ms", "0");
    props.put("read.retry.delay.initial.ms", "50");
    props.put("read.retry.delay.max.ms", "300");
  }

  CatalogTask set(String option, String value) {
    props.put(option, value);
    return this;
  }

  /** Adds a table with the key {@code id}. */
  CatalogTask table(String name, String path) {
    props.merge("tables", name, (all, one) -> all + "," + one);
    props.put("tables." + name + ".path", path);
    props.put("tables." + name + ".key", "id");
    return this;
  }

  CatalogTask start() {
    task.initialize(TaskContexts.of(stored, () -> {}));
    task.start(props);
    return this;
  }

  /** Stops the task, and starts another one from the stored offsets. */
  void restart() {
    task.stop();
    task = new DeltaSourceTask();
    start();
  }

  /** Waits for a number of records in all, and returns them as texts. */
  List<String> await(int count) {
    Awaitility.await().atMost(TIMEOUT).pollInterval(POLL).until(() -> poll() >= count);
    return texts();
  }

  /** Polls once, and returns the number of records in all. Throws what the task throws. */
  int poll() throws InterruptedException {
    List<SourceRecord> polled = task.poll();
    if (polled != null) {
      for (SourceRecord record : polled) {
        task.commitRecord(record, METADATA);
        @SuppressWarnings("unchecked")
        Map<String, Object> offset = (Map<String, Object>) record.sourceOffset();
        stored.put((String) record.sourcePartition().get("table"), offset);
        if (!record.topic().startsWith("__delta-heartbeat.")) {
          records.add(record);
        }
      }
      task.commit();
    }
    return records.size();
  }

  /** Waits until the task fails, and returns the message. */
  String awaitFailure() {
    return Awaitility.await()
        .atMost(TIMEOUT)
        .pollInterval(POLL)
        .until(
            () -> {
              try {
                poll();
                return "";
              } catch (RuntimeException e) {
                return e.getMessage();
              }
            },
            message -> !message.isEmpty());
  }

  /** Returns the records of all tables, such as {@code 3: insert 1 [1, a]}. */
  List<String> texts() {
    return records.stream().map(CatalogTask::text).toList();
  }

  Map<String, Map<String, Object>> offsets() {
    return stored;
  }

  List<SourceRecord> records() {
    return records;
  }

  private static String text(SourceRecord record) {
    return record.headers().lastWithName("delta.commit.version").value()
        + ": "
        + record.headers().lastWithName("delta.change.type").value()
        + " "
        + record.key()
        + (record.value() == null ? "" : " " + columns((Struct) record.value()));
  }

  private static List<Object> columns(Struct value) {
    List<Object> columns = new ArrayList<>();
    for (Field field : value.schema().fields()) {
      if (!field.name().startsWith("_")) {
        columns.add(value.get(field));
      }
    }
    return columns;
  }

  @Override
  public void close() {
    task.stop();
  }
}
