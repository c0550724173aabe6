package io.deltacdf.connect.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The group "Flow": how fast a task reads, and within which bounds. */
public final class FlowOptions {
  static final String GROUP = "Flow";

  public static final String POLL_INTERVAL_MS = "poll.interval.ms";
  public static final long POLL_INTERVAL_MS_DEFAULT = 5_000;
  private static final String POLL_INTERVAL_MS_DOC =
      "How often, in milliseconds, the log of an idle table is looked at for a new commit: one"
          + " request to the store.";

  public static final String POLL_INTERVAL_MIN_MS = "poll.interval.min.ms";
  public static final long POLL_INTERVAL_MIN_MS_DEFAULT = 100;
  private static final String POLL_INTERVAL_MIN_MS_DOC =
      "How often, in milliseconds, it is looked at while commits come. Without commits the interval"
          + " grows to `poll.interval.ms`, which also bounds the default.";

  public static final String MAX_BATCH_SIZE = "max.batch.size";
  public static final int MAX_BATCH_SIZE_DEFAULT = 2_048;
  private static final String MAX_BATCH_SIZE_DOC =
      "The most records that are handed to Connect at once.";

  public static final String MAX_QUEUE_SIZE_IN_BYTES = "max.queue.size.in.bytes";

  /**
   * Small enough that most records die young: with 64 MiB a table of twelve columns took half as
   * much CPU time again, for the garbage collector to copy what waits.
   */
  public static final long MAX_QUEUE_SIZE_IN_BYTES_DEFAULT = 8L << 20;

  private static final String MAX_QUEUE_SIZE_IN_BYTES_DOC =
      "About how many bytes of records a task holds, over all its tables, before Connect takes"
          + " them. Reading waits while the queue is full.";

  public static final String READER_THREADS = "reader.threads";
  public static final int READER_THREADS_DEFAULT = 2;
  private static final String READER_THREADS_DOC =
      "How many tables of a task are read at once. Each thread holds about one Parquet row group in"
          + " memory.";

  public static final String HEARTBEAT_INTERVAL_MS = "heartbeat.interval.ms";
  public static final long HEARTBEAT_INTERVAL_MS_DEFAULT = 60_000;
  private static final String HEARTBEAT_INTERVAL_MS_DOC =
      "How often, in milliseconds, a table that moves on without records (OPTIMIZE, changes of"
          + " properties, an empty snapshot) is told of in the topic"
          + " `__delta-heartbeat.<topic.prefix>` at most: Connect stores an offset only with a"
          + " record. 0 turns heartbeats off; such progress is then lost with a restart, and may"
          + " meet a log that is cut meanwhile.";

  private FlowOptions() {}

  static void define(ConfigDef definition) {
    new OptionGroup(definition, GROUP)
        .define(
            POLL_INTERVAL_MS,
            Type.LONG,
            POLL_INTERVAL_MS_DEFAULT,
            Validators.atLeast(1),
            Importance.MEDIUM,
            "Poll interval",
            POLL_INTERVAL_MS_DOC)
        .define(
            POLL_INTERVAL_MIN_MS,
            Type.LONG,
            POLL_INTERVAL_MIN_MS_DEFAULT,
            Validators.atLeast(1),
            Importance.LOW,
            "Shortest poll interval",
            POLL_INTERVAL_MIN_MS_DOC)
        .define(
            MAX_BATCH_SIZE,
            Type.INT,
            MAX_BATCH_SIZE_DEFAULT,
            Validators.atLeast(1),
            Importance.LOW,
            "Batch size",
            MAX_BATCH_SIZE_DOC)
        .define(
            MAX_QUEUE_SIZE_IN_BYTES,
            Type.LONG,
            MAX_QUEUE_SIZE_IN_BYTES_DEFAULT,
            Validators.atLeast(1),
            Importance.MEDIUM,
            "Queue size in bytes",
            MAX_QUEUE_SIZE_IN_BYTES_DOC)
        .define(
            READER_THREADS,
            Type.INT,
            READER_THREADS_DEFAULT,
            Validators.atLeast(1),
            Importance.MEDIUM,
            "Reader threads",
            READER_THREADS_DOC)
        .define(
            HEARTBEAT_INTERVAL_MS,
            Type.LONG,
            HEARTBEAT_INTERVAL_MS_DEFAULT,
            Validators.atLeast(0),
            Importance.MEDIUM,
            "Heartbeat interval",
            HEARTBEAT_INTERVAL_MS_DOC);
  }
}
