package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.SourceOptions;
import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.config.TableOptions;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.redaction.Redaction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects what the checks of tables find: errors for the user and warnings for the log, both
 * without secrets. Warnings may come from any thread, errors only from the thread of the caller.
 */
final class ValidationSink {
  private static final Logger LOG = LoggerFactory.getLogger(ValidationSink.class);

  private final ConfigValidation validation;

  ValidationSink(ConfigValidation validation) {
    this.validation = validation;
  }

  /** Adds an error to an option by its full name. */
  void error(String option, String message) {
    validation.error(option, Redaction.hide(message));
  }

  /** Logs a warning. */
  void warn(String message) {
    if (LOG.isWarnEnabled()) {
      LOG.warn("{}", Redaction.hide(message));
    }
  }

  /**
   * Reports why the check of a table failed. This is an error only if the table is certain to be
   * unusable; the failure of a store is a warning.
   */
  void failure(TableConfig table, Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (!(failure instanceof DeltaCdfException known)) {
      notChecked(table, failure.getClass().getName() + ": " + message);
      return;
    }
    Option<?> option = optionOf(known.code());
    if (option == null) {
      notChecked(table, message);
    } else {
      error(table, option, message);
    }
  }

  /** Returns whether a failure is a fact about a table, and not a failure of the store. */
  static boolean isCertain(DeltaCdfException failure) {
    return optionOf(failure.code()) != null;
  }

  /** Returns the option that a failure belongs to; null if the table may turn out to be usable. */
  private static @Nullable Option<?> optionOf(ErrorCode code) {
    return switch (code) {
      case NOT_A_TABLE, UNSUPPORTED_FEATURE, UNSUPPORTED_STORE, COLUMN_UNSUPPORTED ->
          TableOptions.PATH;
      case CHANGE_FEED_OFF -> SourceOptions.CHANGE_FEED;
      case KEY_INVALID -> SourceOptions.KEY;
      case PATH_NOT_ALLOWED -> SourceOptions.ALLOW_ABSOLUTE_PATHS;
      default -> null;
    };
  }

  /** Warns that a table could not be checked, and why. */
  void notChecked(TableConfig table, String why) {
    warn(
        "Table '%s' (%s) could not be checked. Its configuration is accepted without the check: %s"
            .formatted(table.name(), table.path(), why));
  }

  private void error(TableConfig table, Option<?> option, String message) {
    error(option.nameFor(table.name()), message);
  }
}
