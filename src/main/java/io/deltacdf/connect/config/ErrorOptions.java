package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.time.Duration;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * The group "Errors": retries of failed reads. Options that start with {@code errors.} are
 * Connect's.
 */
public final class ErrorOptions {
  static final OptionGroup GROUP = new OptionGroup("Errors");

  /** The value of {@link #READ_RETRY_MAX_ATTEMPTS} that means to retry without end. */
  private static final int UNLIMITED = -1;

  public static final Option<Integer> READ_RETRY_MAX_ATTEMPTS =
      GROUP.add(
          Option.of("read.retry.max.attempts", OptionTypes.intAtLeast(UNLIMITED))
              .displayName("Retries")
              .documentation(
                  """
                  How many times to retry a failed read before the table fails, or -1 to retry every
                  retriable failure without end. Each success resets the count. Retries skip no data.

                  By default, the kind of the failure decides:

                  - A failure of the store (`STORAGE`) is retried without end once the table was read
                  since the start of the task, because it is an outage. Before that it is retried 10
                  times, which takes about four minutes, because the configuration may be wrong.
                  - Denied access (`ACCESS_DENIED`) is retried for 15 minutes.
                  - All other retriable failures, such as `CORRUPT_COMMIT`, are retried 10 times.
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

  private ErrorOptions() {}
}
