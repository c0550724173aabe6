package io.deltacdf.bench.direct;

import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.bench.Jvm;
import io.deltacdf.bench.Live;
import io.deltacdf.bench.Meter;
import io.deltacdf.bench.Result;
import io.deltacdf.bench.direct.ChangeFiles.ChangeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A hand-written loop on one thread with Delta Kernel's default reader, Avro's generic records and
 * a producer, but without Connect, ordering or offsets. Its cost is a lower bound for a connector.
 *
 * <p>Usage: {@code Floor TABLE BOOTSTRAP TOPIC} for the number of passes in {@code -Drepeat},
 * {@code Floor TABLE BOOTSTRAP TOPIC live} to follow the table and check for commits every 20 ms.
 */
public final class Floor {
  private static final long POLL_MILLIS = 20;

  private final Engine engine = DefaultEngine.create(new Configuration());
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final KafkaProducer<byte[], byte[]> producer;
  private final Path table;
  private final ChangeFiles log;
  private final StructType columns;
  private final AvroRows rows;
  private final String topic;

  private Floor(Path table, KafkaProducer<byte[], byte[]> producer, String topic) {
    this.table = table;
    this.producer = producer;
    this.topic = topic;
    log = new ChangeFiles(table);
    columns = TableManager.loadSnapshot(table.toString()).build(engine).getSchema();
    rows = new AvroRows(columns);
  }

  public static void main(String[] args) throws Exception {
    Path table = Path.of(args[0]);
    boolean live = args.length > 3;
    try (KafkaProducer<byte[], byte[]> producer = producer(args[1], live)) {
      if (live) {
        new Floor(table, producer, args[2]).follow();
        return;
      }
      for (int pass = 1; pass <= Integer.getInteger("repeat", 1); pass++) {
        try (Meter meter = Meter.start(Jvm.self())) {
          Floor floor = new Floor(table, producer, args[2]);
          long sent = floor.publish(floor.log.from(0));
          meter.mark();
          meter
              .addTo(Result.of("floor-avro", table.getFileName().toString()).pass(pass), sent)
              .print();
        }
      }
    }
  }

  private void follow() throws Exception {
    List<ChangeFile> before = log.from(0);
    long next = before.get(before.size() - 1).version() + 1;
    long sent = 0;
    Thread input = new Thread(new FutureTask<>(this::hold), "standard-input");
    input.start();
    try (Meter meter = Meter.start(Jvm.self())) {
      while (input.isAlive()) {
        List<ChangeFile> files = log.from(next);
        if (files.isEmpty()) {
          Thread.sleep(POLL_MILLIS);
        } else {
          sent += publish(files);
          next = files.get(files.size() - 1).version() + 1;
        }
      }
      meter.mark();
      meter
          .addTo(
              Result.of("floor-live-avro", table.getFileName().toString()).put("phase", "live"),
              sent)
          .print();
    }
  }

  private Void hold() throws IOException {
    Live.hold(topic);
    return null;
  }

  /** Returns the number of rows, all of them acknowledged. */
  private long publish(List<ChangeFile> files) throws Exception {
    StructType withChangeType = columns.add("_change_type", StringType.STRING);
    long sent = 0;
    for (ChangeFile file : files) {
      StructType read = file.changeType() == null ? withChangeType : columns;
      FileStatus status = FileStatus.of(file.path().toString(), file.size(), 0);
      try (CloseableIterator<FileReadResult> batches =
          engine
              .getParquetHandler()
              .readParquetFiles(Utils.singletonCloseableIterator(status), read, Optional.empty())) {
        while (batches.hasNext()) {
          sent += send(batches.next().getData(), file);
        }
      }
    }
    producer.flush();
    if (failure.get() != null) {
      throw failure.get();
    }
    return sent;
  }

  private int send(ColumnarBatch batch, ChangeFile file) throws IOException {
    int id = columns.indexOf("id");
    for (int row = 0; row < batch.getSize(); row++) {
      String changeType =
          file.changeType() == null
              ? batch.getColumnVector(columns.length()).getString(row)
              : file.changeType();
      byte[] key =
          Long.toString(batch.getColumnVector(id).getLong(row)).getBytes(StandardCharsets.US_ASCII);
      byte[] value = rows.encode(batch, row, changeType, file.version());
      producer.send(
          new ProducerRecord<>(topic, key, value),
          (metadata, error) -> {
            if (error != null) {
              failure.compareAndSet(null, error);
            }
          });
    }
    return batch.getSize();
  }

  private static KafkaProducer<byte[], byte[]> producer(String bootstrap, boolean live) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "acks",
            "all",
            "compression.type",
            "lz4",
            "batch.size",
            live ? 16_384 : 262_144,
            "linger.ms",
            live ? 0 : 20,
            "buffer.memory",
            67_108_864L);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
