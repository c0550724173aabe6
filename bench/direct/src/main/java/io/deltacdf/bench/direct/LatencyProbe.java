package io.deltacdf.bench.direct;

import io.deltacdf.bench.Result;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Measures the time from a commit's log file until a consumer sees its records. Appends ROWS rows
 * per commit whose text contains {@code LAT-<commit>-}, and searches the raw values for it, so that
 * it can measure any producer and format.
 *
 * <p>Usage: {@code LatencyProbe NAME TABLE BOOTSTRAP TOPIC COMMITS PERIOD_MS ROWS WARM_COMMITS}.
 * The pipeline under test must be running and have caught up.
 */
public final class LatencyProbe {
  private static final byte[] MARK = "LAT-".getBytes(StandardCharsets.US_ASCII);
  private static final int DIGITS = 5;
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Path table;
  private final int warm;
  private final int total;
  private final int rows;
  private final AtomicLongArray committed;
  private final long[] first;
  private final long[] last;
  private final int[] seen;
  private int complete;

  private LatencyProbe(Path table, int commits, int rows, int warm) {
    this.table = table;
    this.warm = warm;
    this.rows = rows;
    total = commits + warm;
    committed = new AtomicLongArray(total);
    first = new long[total];
    last = new long[total];
    seen = new int[total];
  }

  public static void main(String[] args) throws Exception {
    LatencyProbe probe =
        new LatencyProbe(
            Path.of(args[1]),
            Integer.parseInt(args[4]),
            Integer.parseInt(args[6]),
            Integer.parseInt(args[7]));
    probe.run(args[2], args[3], Long.parseLong(args[5]));
    probe.report(args[0]);
  }

  private void run(String bootstrap, String topic, long periodMillis) throws Exception {
    ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrap)) {
      seekToEnd(consumer, topic);
      Writer writer = new Writer(new CommitWriter(table, System.nanoTime()));
      ScheduledFuture<?> commits =
          scheduler.scheduleAtFixedRate(writer, 0, periodMillis, TimeUnit.MILLISECONDS);
      long deadline = System.nanoTime() + total * periodMillis * 1_000_000 + GRACE.toNanos();
      while (complete < total && System.nanoTime() < deadline) {
        failIfStopped(commits);
        var records = consumer.poll(Duration.ofMillis(20));
        long now = System.nanoTime();
        records.forEach(record -> see(record, now));
      }
    } finally {
      scheduler.shutdownNow();
    }
    if (complete < total) {
      throw new IllegalStateException(
          "only " + complete + " of " + total + " commits arrived completely in " + topic);
    }
  }

  /** Waits for the periodic task, which ends only with an exception. */
  private static void failIfStopped(ScheduledFuture<?> commits)
      throws ExecutionException, InterruptedException {
    if (commits.isDone()) {
      commits.get();
    }
  }

  private final class Writer implements Runnable {
    private final CommitWriter commits;
    private int next;

    Writer(CommitWriter commits) {
      this.commits = commits;
    }

    @Override
    public void run() {
      if (next == total) {
        return;
      }
      try {
        commits.append(rows, "LAT-" + String.format("%0" + DIGITS + "d", next) + "-");
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      committed.set(next++, System.nanoTime());
    }
  }

  private void see(ConsumerRecord<byte[], byte[]> record, long now) {
    int at = record.value() == null ? -1 : indexOfMark(record.value());
    if (at < 0) {
      return;
    }
    int commit =
        Integer.parseInt(
            new String(record.value(), at + MARK.length, DIGITS, StandardCharsets.US_ASCII));
    if (seen[commit]++ == 0) {
      first[commit] = now;
    }
    last[commit] = now;
    if (seen[commit] == rows) {
      complete++;
    }
  }

  private void report(String name) {
    double[] firsts = sortedMillis(first);
    double[] lasts = sortedMillis(last);
    Result.of(name, table.getFileName().toString())
        .put("phase", "latency")
        .put("commits", total - warm)
        .put("rows_per_commit", rows)
        .put("first_p50_ms", quantile(firsts, 0.5))
        .put("first_p99_ms", quantile(firsts, 0.99))
        .put("last_p50_ms", quantile(lasts, 0.5))
        .put("last_p99_ms", quantile(lasts, 0.99))
        .put("last_max_ms", quantile(lasts, 1))
        .print();
  }

  private double[] sortedMillis(long[] arrived) {
    double[] millis = new double[total - warm];
    for (int i = 0; i < millis.length; i++) {
      millis[i] = (arrived[warm + i] - committed.get(warm + i)) / 1e6;
    }
    Arrays.sort(millis);
    return millis;
  }

  private static double quantile(double[] sorted, double q) {
    return sorted[(int) Math.ceil(q * sorted.length) - 1];
  }

  private static int indexOfMark(byte[] value) {
    for (int i = 0; i <= value.length - MARK.length - DIGITS; i++) {
      if (Arrays.equals(value, i, i + MARK.length, MARK, 0, MARK.length)) {
        return i;
      }
    }
    return -1;
  }

  private static KafkaConsumer<byte[], byte[]> consumer(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "isolation.level",
            "read_committed",
            "fetch.max.wait.ms",
            "20"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static void seekToEnd(KafkaConsumer<byte[], byte[]> consumer, String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }
}
