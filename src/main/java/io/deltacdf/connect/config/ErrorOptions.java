package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.EnumType;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.time.Duration;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * The group "Errors": failures of tables, and retries of failed reads. Options that start with
 * {@code errors.} are Connect's.
 */
public final class ErrorOptions {
  static final OptionGroup GROUP = new OptionGroup("Errors");

  /** The value of {@link #READ_RETRY_MAX_ATTEMPTS} that means to retry without end. */
  private static final int UNLIMITED = -1;

  public static final Option<TableFailurePolicy> TABLE_FAILURE_POLICY =
      GROUP.add(
          Option.of("table.failure.policy", EnumType.underscored(TableFailurePolicy.class))
              .defaultValue(TableFailurePolicy.FAIL)
              .displayName("Failure of a table")
              .documentation(
                  """
                  What happens to the other tables of a task when a table fails and is no longer
                  retried. If tables are discovered, the default is `isolate`.

                  - `fail`: the task fails, and Connect shows it as FAILED. No table of the task is
                  published until it is restarted.
                  - `isolate`: the table is parked, and the others go on. The first attempt to read
                  it again is made after `read.retry.delay.max.ms`, and each further one after twice
                  as long, up to 10 minutes. It goes on from its offset. The task fails when all of
                  its tables are parked, or when the memory is exhausted. Connect shows the task as
                  RUNNING: watch the metric `StateCode` (5 is parked), the log, which has one ERROR
                  per hour and table, or the field `state` of the heartbeats.
                  """));

  public static final Option<Integer> READ_RETRY_MAX_ATTEMPTS =
      GROUP.add(
          Option.of("read.retry.max.attempts", OptionTypes.intAtLeast(UNLIMITED))
              .displayName("Retries")
              .documentation(
                  """
                  How many times to retry a failed read before the table fails, or -1 to retry every
                  retriable failure without end. Each success resets the count. Retries skip no
                  data.

                  By default, the kind of the failure decides:

                  - A failure of the store (`STORAGE`) is retried without end once the table was
                  read since the start of the task, because it is an outage. Before that it is
                  retried 10 times, which takes about four minutes, because the configuration may be
                  wrong.
                  - Denied access (`ACCESS_DENIED`) is retried for 15 minutes.
                  - All other retriable failures, such as `CORRUPT_COMMIT`, are retried 10 times.

                  Files that a new commit lacks, and commits before it, are looked for until
                  `replication.grace.ms` is over, whatever this number is. A catalog that limits
                  requests (429) is asked again after the pause that it asks for, which is not
                  counted as a retry.
                  """));

  public static final Option<Duration> READ_RETRY_DELAY_INITIAL_MS =
      GROUP.add(
          Option.of("read.retry.delay.initial.ms", OptionTypes.millisAtLeast(1))
              .defaultValue(Duration.ofMillis(500))
              .importance(Importance.LOW)
              .displayName("Initial retry delay")
              .documentation(
                  """
                  The time to wait before the first retry, in milliseconds. Each further retry waits
                  twice as long as the one before, up to `read.retry.delay.max.ms`, which this value
                  must not exceed. If it is not set, it is 500 or `read.retry.delay.max.ms`,
                  whichever is smaller.
                  """));

  public static final Option<Duration> READ_RETRY_DELAY_MAX_MS =
      GROUP.add(
          Option.of("read.retry.delay.max.ms", OptionTypes.millisAtLeast(1))
              .defaultValue(Duration.ofMinutes(1))
              .importance(Importance.LOW)
              .displayName("Maximum retry delay")
              .documentation("The maximum time to wait before a retry, in milliseconds."));

  public static final Option<PathPolicy.Missing> TABLE_MISSING =
      GROUP.add(
          Option.of("table.missing", EnumType.underscored(PathPolicy.Missing.class))
              .defaultValue(PathPolicy.Missing.FAIL)
              .displayName("Missing table")
              .inheritable()
              .documentation(
                  """
                  What to do if a table that was never published does not exist yet at its path.

                  - `fail`: refuse the configuration, or fail with `NOT_A_TABLE`.
                  - `wait`: accept the configuration with a warning, and look for the table every
                  `poll.interval.ms`. The table then starts as `snapshot.mode` or `start.*` says.
                  """));

  public static final Option<PathPolicy.Replaced> TABLE_REPLACED =
      GROUP.add(
          Option.of("table.replaced", EnumType.underscored(PathPolicy.Replaced.class))
              .defaultValue(PathPolicy.Replaced.FAIL)
              .displayName("Replaced table")
              .inheritable()
              .documentation(
                  """
                  What to do if another table is at the path, for example because the table was
                  dropped and created again.

                  - `fail`: fail with `TABLE_REPLACED` before anything of the other table is
                  published.
                  - `snapshot`: log a warning, publish a snapshot of the other table to the same
                  topic, and continue with its changes. Keys that only the former table had stay in
                  the topic.
                  """));

  public static final Option<Duration> REPLICATION_GRACE_MS =
      GROUP.add(
          Option.of("replication.grace.ms", OptionTypes.millisAtLeast(0))
              .defaultValue(Duration.ofMinutes(10))
              .importance(Importance.LOW)
              .displayName("Replication grace time")
              .inheritable()
              .documentation(
                  """
                  How long, in milliseconds, files of a new commit and commits before it may be
                  missing, counted from the modification time of the commit. Tools that replicate
                  tables copy files in any order. During this time, the connector looks for what is
                  missing again and again; afterwards it is an error at once. With 0, it is always
                  an error at once.
                  """));

  private ErrorOptions() {}
}
