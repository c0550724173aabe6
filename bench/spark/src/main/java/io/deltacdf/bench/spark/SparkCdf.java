package io.deltacdf.bench.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import io.deltacdf.bench.ChangeCounts;
import io.deltacdf.bench.Jvm;
import io.deltacdf.bench.Live;
import io.deltacdf.bench.Meter;
import io.deltacdf.bench.Result;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.avro.functions;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * The alternative to the connector: Delta's streaming change feed, encoded and written by Spark's
 * Kafka sink.
 *
 * <p>Usage: {@code SparkCdf avro|json TABLE TOPIC BOOTSTRAP} for a pass over the whole feed, {@code
 * SparkCdf live-avro|live-json TABLE TOPIC BOOTSTRAP} for continuous micro-batches. With {@code
 * -Drepeat=N} the pass is repeated N times in one JVM. The first pass is that of a new job, and the
 * later ones are the steady state.
 */
public final class SparkCdf {
  private final SparkSession session = SparkSessions.open("cdf");
  private final boolean avro;
  private final Path table;
  private final String topic;
  private final String bootstrap;

  private SparkCdf(boolean avro, Path table, String topic, String bootstrap) {
    this.avro = avro;
    this.table = table;
    this.topic = topic;
    this.bootstrap = bootstrap;
  }

  public static void main(String[] args) throws Exception {
    String mode = args[0];
    SparkCdf job = new SparkCdf(mode.endsWith("avro"), Path.of(args[1]), args[2], args[3]);
    if (mode.startsWith("live-")) {
      job.live("spark-" + mode);
    } else {
      job.passes("spark-" + mode);
    }
    job.session.stop();
  }

  private void passes(String name) throws Exception {
    long rows = ChangeCounts.read(table).rows();
    double sessionSeconds = sinceJvmStart();
    for (int pass = 1; pass <= Integer.getInteger("repeat", 1); pass++) {
      try (Meter meter = Meter.start(Jvm.self())) {
        StreamingQuery query = writer().trigger(Trigger.AvailableNow()).start();
        query.awaitTermination();
        meter.mark();
        meter
            .addTo(Result.of(name, table.getFileName().toString()).pass(pass), rows)
            .put("start_s", sessionSeconds)
            .put("total_s", sinceJvmStart())
            .print();
      }
    }
  }

  private void live(String name) throws Exception {
    long before = ChangeCounts.read(table).rows();
    StreamingQuery query = writer().trigger(Trigger.ProcessingTime(0)).start();
    while (rows(query) < before) {
      if (query.awaitTermination(100)) {
        throw new IllegalStateException("the query has ended");
      }
    }
    try (Meter meter = Meter.start(Jvm.self())) {
      Live.hold(topic);
      query.processAllAvailable();
      meter.mark();
      meter
          .addTo(
              Result.of(name, table.getFileName().toString()).put("phase", "live"),
              rows(query) - before)
          .print();
    }
    query.stop();
  }

  private static long rows(StreamingQuery query) {
    return Arrays.stream(query.recentProgress()).mapToLong(p -> p.numInputRows()).sum();
  }

  private DataStreamWriter<Row> writer() throws Exception {
    Dataset<Row> changes =
        session
            .readStream()
            .format("delta")
            .option("readChangeFeed", "true")
            .option("startingVersion", "0")
            .load(table.toString());
    return encode(changes)
        .writeStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", bootstrap)
        .option("topic", topic)
        .option("kafka.compression.type", "lz4")
        .option("kafka.acks", "all")
        .option("kafka.linger.ms", System.getProperty("linger", "5"))
        .option("kafka.batch.size", System.getProperty("batch", "16384"))
        .option("checkpointLocation", Files.createTempDirectory("spark-checkpoint").toString());
  }

  private Dataset<Row> encode(Dataset<Row> changes) {
    Column key = struct(col("id"));
    Column value =
        struct(
            Arrays.stream(changes.columns())
                .map(name -> col("`" + name + "`"))
                .toArray(Column[]::new));
    return avro
        ? changes.select(functions.to_avro(key).as("key"), functions.to_avro(value).as("value"))
        : changes.select(to_json(key).as("key"), to_json(value).as("value"));
  }

  private static double sinceJvmStart() {
    return (System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime()) / 1e3;
  }
}
