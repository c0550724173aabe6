package io.deltacdf.connect.cli;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import org.apache.kafka.common.config.ConfigException;

/** The exit codes of {@code delta-cdf}. */
final class ExitCodes {
  static final int OK = 0;

  /** The request is wrong: its arguments, its options, or the table that it names. */
  static final int USER_ERROR = 1;

  /** The request is right, but it failed. */
  static final int FAILURE = 2;

  private ExitCodes() {}

  /** Returns the exit code for a failure of a command. */
  static int of(Throwable failure) {
    if (failure instanceof DeltaCdfException e) {
      return of(e.code());
    }
    return failure instanceof ConfigException ? USER_ERROR : FAILURE;
  }

  private static int of(ErrorCode code) {
    return switch (code) {
      case NOT_A_TABLE,
          UNSUPPORTED_FEATURE,
          UNSUPPORTED_STORE,
          PATH_NOT_ALLOWED,
          LOG_TRUNCATED,
          CHANGE_FEED_OFF,
          KEY_INVALID,
          KEY_NULL,
          UNSAFE_SCHEMA_CHANGE,
          COLUMN_UNSUPPORTED,
          OFFSET_INVALID,
          START_INVALID ->
          USER_ERROR;
      case CORRUPT_TABLE,
          CORRUPT_COMMIT,
          CHECKPOINT_CORRUPT,
          FILE_MISSING,
          FILE_CORRUPT,
          VERSION_MISSING,
          TABLE_REPLACED,
          COMMIT_REWRITTEN,
          STORAGE,
          ACCESS_DENIED,
          INTERNAL ->
          FAILURE;
    };
  }
}
