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

  /** The value of {@link #READ_RETRY_MAX_ATTEMPTS} that means to retry forever. */
  private static final int UNLIMITED = -1;

  public static final Option<Integer> READ_RETRY_MAX_ATTEMPTS =
      GROUP.add(
          Option.of("read.retry.max.attempts", OptionTypes.intAtLeast(UNLIMITED))
              .defaultValue(10)
              .displayName("Retries")
              .documentation(
                  """
                  How many times to retry a failed read of the store before the task fails, or -1 to
                  retry forever. Each success resets the count. Retries skip no data.
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
