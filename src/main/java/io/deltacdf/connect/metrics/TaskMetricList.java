package io.deltacdf.connect.metrics;

import static io.deltacdf.connect.metrics.Metric.counter;
import static io.deltacdf.connect.metrics.Metric.gauge;
import static io.deltacdf.connect.metrics.Metric.text;

import java.util.List;

/** The measurements of a task. Attributes have Debezium's names where they mean the same. */
final class TaskMetricList {
  private static final List<Metric<TaskMetrics>> ALL =
      List.of(
          text(
              "CapturedTables",
              "The tables of the task, separated by commas.",
              it -> String.join(",", it.sources().tables())),
          gauge(
              "MaxQueueSizeInBytes",
              "queue-size-limit-bytes",
              "bytes",
              "The size that the queue of records may reach (`max.queue.size.in.bytes`).",
              it -> it.sources().maxQueueBytes()),
          gauge(
              "CurrentQueueSizeInBytes",
              "queue-size-bytes",
              "bytes",
              "The size of the records that are read and that Connect has not polled. A queue that"
                  + " stays full means that Kafka, a converter or a transform is the bottleneck.",
              it -> it.sources().queuedBytes()),
          gauge(
              "PollIntervalInMilliSeconds",
              "poll-interval-ms",
              "ms",
              "How often the log of an idle table is checked (`poll.interval.ms`).",
              it -> it.sources().pollIntervalMillis()),
          gauge(
              "RetentionWarningInMilliSeconds",
              "retention-warning-ms",
              "ms",
              "The headroom below which a table is warned of (`retention.warning.ms`); 0 if it is"
                  + " off.",
              it -> it.sources().retentionWarningMillis()),
          gauge(
              "ReaderThreads",
              "reader-threads",
              "threads",
              "The threads that read tables (`reader.threads`).",
              it -> (long) it.sources().readerThreads()),
          gauge(
              "ReaderThreadsBusy",
              "reader-threads-busy",
              "threads",
              "The threads that read a table now, or wait for the queue or the store. More than"
                  + " `reader.threads` if stores do not answer.",
              it -> (long) it.sources().busyReaderThreads()),
          gauge(
              "MaxReaderMemoryInBytes",
              "reader-memory-limit-bytes",
              "bytes",
              "The memory that the readers of the task may hold (`reader.memory.max.bytes`). All"
                  + " tasks of a worker together may hold no more than the largest of their"
                  + " limits.",
              it -> it.sources().maxReaderMemoryBytes()),
          gauge(
              "ReaderMemoryInBytes",
              "reader-memory-bytes",
              "bytes",
              "About what the readers of the task hold in open row groups and in sets of keys. One"
                  + " of each may exceed the limit.",
              it -> it.sources().readerMemoryBytes()),
          counter(
              "MilliSecondsWaitedForMemory",
              "reader-memory-wait-time-ms-total",
              "ms",
              "The time that tables waited for other tables to give memory back, added up over the"
                  + " tables.",
              it -> it.sources().millisWaitedForMemory()),
          counter(
              "MilliSecondsInPoll",
              "poll-time-ms-total",
              "ms",
              "The time that Connect waited in `poll` for records. It grows most when the readers"
                  + " are the bottleneck, or when there is nothing to publish.",
              TaskMetrics::millisInPoll),
          counter(
              "MilliSecondsOutsidePoll",
              "framework-time-ms-total",
              "ms",
              "The time between polls, in which Connect transforms, converts and sends records.",
              TaskMetrics::millisOutsidePoll),
          gauge(
              "MilliSecondsSinceLastHeartbeat",
              "since-last-heartbeat-ms",
              "ms",
              "Time since the last heartbeat was sent; -1 before the first one.",
              TaskMetrics::sinceLastHeartbeat));

  private TaskMetricList() {}

  static List<Metric<TaskMetrics>> all() {
    return ALL;
  }
}
