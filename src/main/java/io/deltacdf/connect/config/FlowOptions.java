package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import io.deltacdf.connect.config.option.OptionValues;
import java.time.Duration;
import java.util.OptionalInt;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The group "Flow": how fast a task reads, how much it holds at a time, and what it logs of it. */
public final class FlowOptions {
  static final OptionGroup GROUP = new OptionGroup("Flow");

  public static final Option<Duration> POLL_INTERVAL_MS =
      GROUP.add(
          Option.of("poll.interval.ms", OptionTypes.millisAtLeast(1))
              .defaultValue(Duration.ofSeconds(5))
              .displayName("Poll interval")
              .documentation(
                  """
                  How often, in milliseconds, to check the log of an idle table for a new commit.
                  Each check is one request to the store, so a shorter interval notices commits
                  sooner and costs more requests.
                  """));

  public static final Option<Duration> POLL_INTERVAL_MIN_MS =
      GROUP.add(
          Option.of("poll.interval.min.ms", OptionTypes.millisAtLeast(1))
              .defaultValue(Duration.ofMillis(100))
              .importance(Importance.LOW)
              .displayName("Minimum poll interval")
              .documentation(
                  """
                  How often, in milliseconds, to check the log of a table right after a commit.
                  While no commit follows, the interval grows to `poll.interval.ms`, which this
                  value must not exceed. If it is not set, it is 100 or `poll.interval.ms`,
                  whichever is smaller.
                  """));

  public static final Option<Integer> MAX_BATCH_SIZE =
      GROUP.add(
          Option.of("max.batch.size", OptionTypes.intAtLeast(1))
              .defaultValue(2_048)
              .importance(Importance.LOW)
              .displayName("Batch size")
              .documentation(
                  """
                  The maximum number of records to hand over to Connect at a time. The option has no
                  effect with `transaction.boundary=connector`, where a commit is handed over as a
                  whole.
                  """));

  /**
   * The default is small enough that most records die young. With 64 MiB, a table of twelve columns
   * took half as much CPU time again, because the garbage collector copied the queued records.
   */
  public static final Option<Long> MAX_QUEUE_SIZE_IN_BYTES =
      GROUP.add(
          Option.of("max.queue.size.in.bytes", OptionTypes.longAtLeast(1))
              .defaultValue(8L << 20)
              .displayName("Queue size in bytes")
              .documentation(
                  """
                  The approximate size, in bytes, of the records that a task holds for all its
                  tables until Connect takes them. While this queue is full, the task does not read.
                  The last record may exceed the limit, so that large records need not wait until
                  the queue is empty.
                  """));

  public static final Option<Integer> READER_THREADS =
      GROUP.add(
          Option.of("reader.threads", OptionTypes.intAtLeast(1))
              .defaultValue(8)
              .displayName("Reader threads")
              .documentation(
                  """
                  The number of tables that a task reads at the same time. A task never has more
                  threads than tables. Apart from small ones, it has at most as many Parquet row
                  groups open as it has threads, and its other tables wait.

                  Stores (buckets, containers, name nodes) that do not answer do not stop the tables
                  of other stores. If the tables of a task are in several stores, at most half of
                  the threads, rounded up, read from the same store. One thread is added for each
                  store that has kept a thread for longer than a second.
                  """));

  public static final Option<Long> READER_MEMORY_MAX_BYTES =
      GROUP.add(
          Option.of("reader.memory.max.bytes", OptionTypes.longAtLeast(1))
              .importance(Importance.LOW)
              .displayName("Reader memory in bytes")
              .documentation(
                  """
                  The approximate limit, in bytes, of what the tables of a task hold in memory: open
                  Parquet row groups, with the footers and deletion vectors of their files, and the
                  key sets of commits. Each task keeps its own limit, and all tasks of a worker
                  together keep the largest of theirs. While the limit is reached, tables wait, but
                  one row group and one key set are always allowed. If the option is not set, the
                  limit is a quarter of the worker's heap. The limit changes neither what is
                  published nor the order.
                  """));

  /** A quarter of the heap. */
  static long defaultReaderMemory() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  public static final Option<Duration> HEARTBEAT_INTERVAL_MS =
      GROUP.add(
          Option.of("heartbeat.interval.ms", OptionTypes.millisAtLeast(0))
              .defaultValue(Duration.ofMinutes(1))
              .displayName("Heartbeat interval")
              .documentation(
                  """
                  The minimum time, in milliseconds, between two heartbeats of a table, or 0 for no
                  heartbeats. A heartbeat is a record in the topic
                  `<topic.heartbeat.prefix>.<topic.prefix>`. The first record of each table after a
                  start is a heartbeat.

                  Connect stores an offset only together with a record. Heartbeats therefore store
                  what no other record can: the version of a snapshot before its first row, and the
                  progress through versions without records (OPTIMIZE, changes of table properties,
                  an empty snapshot) or whose records a transform drops. Without heartbeats, a
                  restart loses such progress, and the log may no longer contain the versions to be
                  read again. Keys that are deleted while a first snapshot is interrupted may then
                  stay in the topic.
                  """));

  public static final Option<String> TOPIC_HEARTBEAT_PREFIX =
      GROUP.add(
          Option.of("topic.heartbeat.prefix", OptionTypes.topicName())
              .defaultValue("__delta-heartbeat")
              .importance(Importance.LOW)
              .displayName("Prefix of the heartbeat topic")
              .documentation(
                  """
                  The prefix of the name of the heartbeat topic,
                  `<topic.heartbeat.prefix>.<topic.prefix>`. All tables of the connector share this
                  topic.
                  """));

  public static final Option<Integer> TRANSACTION_MAX_RECORDS =
      GROUP.add(
          Option.of("transaction.max.records", OptionTypes.intAtLeast(1))
              .defaultValue(50_000)
              .importance(Importance.LOW)
              .displayName("Records of a transaction")
              .documentation(
                  """
                  The maximum number of records in a transaction, if
                  `transaction.boundary=connector` (an option of Connect) makes each commit of a
                  table a transaction. A commit with more records is split into several
                  transactions, with a warning. A snapshot is published in transactions of this
                  size. The task and Connect hold the records of a transaction in memory, so a
                  larger value needs more heap.
                  """));

  public static final Option<Duration> TRANSACTION_MAX_MS =
      GROUP.add(
          Option.of("transaction.max.ms", OptionTypes.millisAtLeast(1))
              .defaultValue(Duration.ofSeconds(20))
              .importance(Importance.LOW)
              .displayName("Duration of a transaction")
              .documentation(
                  """
                  The maximum time, in milliseconds, for which the records of a commit wait for the
                  rest of the commit with `transaction.boundary=connector`, also while a read is
                  retried. It is also the maximum time for which a transaction stays open while
                  Connect sends its records. After this time, the commit is split into several
                  transactions, with a warning. The value must be less than
                  `producer.override.transaction.timeout.ms` (60000 by default), after which Kafka
                  aborts a transaction.
                  """));

  public static final Option<Integer> STORE_REQUESTS_PER_SECOND =
      GROUP.add(
          Option.of("store.requests.per.second", OptionTypes.intAtLeast(1))
              .importance(Importance.LOW)
              .displayName("Requests to a store per second")
              .documentation(
                  """
                  The maximum number of requests per second to one store (bucket, container, name
                  node). If it is not set, requests are not limited. All tasks of a worker share the
                  limit: if two of its connectors read from a bucket with a limit of 100, they send
                  100 requests per second together. After a pause, the requests of one second may be
                  sent at once. The limit also applies to the check of a configuration, and to the
                  commands of `bin/delta-cdf`, which are processes of their own. The local file
                  system is not limited.
                  """));

  public static final Option<Duration> LOG_PROGRESS_INTERVAL_MS =
      GROUP.add(
          Option.of("log.progress.interval.ms", OptionTypes.millisAtLeast(0))
              .defaultValue(Duration.ofMinutes(1))
              .importance(Importance.LOW)
              .displayName("Interval of progress in the log")
              .documentation(
                  """
                  How often, in milliseconds, to log the progress of tables, or 0 for never. A table
                  that reads a snapshot or commits for longer than this has a line of its own in
                  each interval, and one when it has caught up. All other tables of a task share one
                  line in each interval. There is no line while nothing is committed.
                  """));

  public static final Option<Duration> RETENTION_WARNING_MS =
      GROUP.add(
          Option.of("retention.warning.ms", OptionTypes.millisAtLeast(0))
              .defaultValue(Duration.ofHours(24))
              .importance(Importance.LOW)
              .displayName("Retention to warn at")
              .documentation(
                  """
                  The retention headroom, in milliseconds, below which to warn, or 0 for never. The
                  headroom is the time until the retention of a table allows the next version to be
                  read, or a file that it needs, to be removed. Below this time, the log has a
                  warning, the alert in `config/monitoring` fires, and `delta-cdf status` exits with
                  1. The default of one day leaves time to raise the retention of the table.
                  """));

  static OptionalInt storeRequestsPerSecond(OptionValues values) {
    return STORE_REQUESTS_PER_SECOND.find(values).map(OptionalInt::of).orElse(OptionalInt.empty());
  }

  private FlowOptions() {}
}
