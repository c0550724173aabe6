package io.deltacdf.connect.error;

import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * A failure that is reported to the user. Its message says what happened (to which table, version
 * and file), why, and what to do. Only the classes named {@code …Errors}, one in each package,
 * create instances.
 */
public final class DeltaCdfException extends ConnectException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String message;
  private final boolean retriable;

  private DeltaCdfException(
      ErrorCode code, boolean retriable, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.message = "[" + code + "] " + message;
    this.retriable = retriable;
  }

  /** Creates a failure that lasts until somebody fixes its cause. */
  public static DeltaCdfException permanent(
      ErrorCode code, String message, @Nullable Throwable cause) {
    return new DeltaCdfException(code, false, message, cause);
  }

  /** Creates a failure that a retry may overcome; {@code read.retry.*} configures the retries. */
  public static DeltaCdfException retriable(
      ErrorCode code, String message, @Nullable Throwable cause) {
    return new DeltaCdfException(code, true, message, cause);
  }

  /** Returns the message, which starts with the code. */
  @Override
  public String getMessage() {
    return message;
  }

  /** Returns the stable code of the failure. */
  public ErrorCode code() {
    return code;
  }

  /** Returns whether a retry may help. */
  public boolean isRetriable() {
    return retriable;
  }
}
