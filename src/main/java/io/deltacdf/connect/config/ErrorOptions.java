package io.deltacdf.connect.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The group "Errors": reads that fail and may succeed later. Connect owns {@code errors.*}. */
public final class ErrorOptions {
  static final String GROUP = "Errors";

  public static final String READ_RETRY_MAX_ATTEMPTS = "read.retry.max.attempts";
  public static final int READ_RETRY_MAX_ATTEMPTS_DEFAULT = 10;

  /** {@link #READ_RETRY_MAX_ATTEMPTS}: without end. */
  public static final int READ_RETRY_FOR_EVER = -1;

  private static final String READ_RETRY_MAX_ATTEMPTS_DOC =
      "How often a read that the store refused is tried again before the task fails; -1 for ever. A"
          + " success starts the count anew. Nothing is skipped meanwhile.";

  public static final String READ_RETRY_DELAY_INITIAL_MS = "read.retry.delay.initial.ms";
  public static final long READ_RETRY_DELAY_INITIAL_MS_DEFAULT = 500;
  private static final String READ_RETRY_DELAY_INITIAL_MS_DOC =
      "How long, in milliseconds, to wait before the first retry; each next one waits twice as"
          + " long. `read.retry.delay.max.ms` bounds the default.";

  public static final String READ_RETRY_DELAY_MAX_MS = "read.retry.delay.max.ms";
  public static final long READ_RETRY_DELAY_MAX_MS_DEFAULT = 60_000;
  private static final String READ_RETRY_DELAY_MAX_MS_DOC =
      "The longest wait between two retries, in milliseconds.";

  private ErrorOptions() {}

  static void define(ConfigDef definition) {
    new OptionGroup(definition, GROUP)
        .define(
            READ_RETRY_MAX_ATTEMPTS,
            Type.INT,
            READ_RETRY_MAX_ATTEMPTS_DEFAULT,
            Validators.atLeast(READ_RETRY_FOR_EVER),
            Importance.MEDIUM,
            "Retries",
            READ_RETRY_MAX_ATTEMPTS_DOC)
        .define(
            READ_RETRY_DELAY_INITIAL_MS,
            Type.LONG,
            READ_RETRY_DELAY_INITIAL_MS_DEFAULT,
            Validators.atLeast(1),
            Importance.LOW,
            "First retry delay",
            READ_RETRY_DELAY_INITIAL_MS_DOC)
        .define(
            READ_RETRY_DELAY_MAX_MS,
            Type.LONG,
            READ_RETRY_DELAY_MAX_MS_DEFAULT,
            Validators.atLeast(1),
            Importance.LOW,
            "Longest retry delay",
            READ_RETRY_DELAY_MAX_MS_DOC);
  }
}
