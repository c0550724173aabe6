package io.deltacdf.connect.error;

import org.apache.kafka.connect.errors.ConnectException;

/**
 * A failure told to the user: what happened (table, version, file), why, and what to do. Each
 * package makes its own in one class ({@code TableErrors}, {@code ChangeErrors}, …); nothing else
 * constructs it.
 */
public final class DeltaCdfException extends ConnectException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final boolean retriable;

  private DeltaCdfException(ErrorCode code, boolean retriable, String message, Throwable cause) {
    super("[" + code + "] " + message, cause);
    this.code = code;
    this.retriable = retriable;
  }

  /** A failure that stays until somebody mends its cause. */
  public static DeltaCdfException permanent(ErrorCode code, String message, Throwable cause) {
    return new DeltaCdfException(code, false, message, cause);
  }

  /**
   * A failure that may be gone at the next attempt; the feed retries it as {@code read.retry.*}
   * say.
   */
  public static DeltaCdfException retriable(ErrorCode code, String message, Throwable cause) {
    return new DeltaCdfException(code, true, message, cause);
  }

  public ErrorCode code() {
    return code;
  }

  public boolean isRetriable() {
    return retriable;
  }
}
