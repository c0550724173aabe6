package io.deltacdf.connect.error;

import io.deltacdf.connect.redaction.Redaction;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;

/**
 * A failure that is reported to the user. Its message says what happened (to which table, version
 * and file), why, and what to do. Neither it nor its causes contain secrets; suppressed exceptions
 * may, until {@link #withoutSecrets}. Only the classes named {@code …Errors}, one in each package,
 * create instances.
 */
public final class DeltaCdfException extends ConnectException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String message;
  private final boolean retriable;
  private final @Nullable Duration pause;

  private DeltaCdfException(
      ErrorCode code,
      boolean retriable,
      @Nullable Duration pause,
      String message,
      @Nullable Throwable cause) {
    super(Redaction.hide(message), cause == null ? null : Redaction.hide(cause));
    this.code = code;
    this.message = "[" + code + "] " + Redaction.hide(message);
    this.retriable = retriable;
    this.pause = pause;
  }

  /** Creates a failure that lasts until somebody fixes its cause. */
  public static DeltaCdfException permanent(
      ErrorCode code, String message, @Nullable Throwable cause) {
    return new DeltaCdfException(code, false, null, message, cause);
  }

  /** Creates a failure that a retry may overcome; {@code read.retry.*} configures the retries. */
  public static DeltaCdfException retriable(
      ErrorCode code, String message, @Nullable Throwable cause) {
    return new DeltaCdfException(code, true, null, message, cause);
  }

  /**
   * Creates a failure of a server that is there, but limits the requests: a retry will overcome it
   * after a pause. It is no sign that something is wrong, so it does not use up any retries.
   */
  public static DeltaCdfException throttled(ErrorCode code, Duration pause, String message) {
    return new DeltaCdfException(code, true, pause, message, null);
  }

  /** Returns the failure of this kind that a library has wrapped; empty if there is none. */
  public static Optional<DeltaCdfException> in(Throwable failure) {
    for (Throwable t = failure; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof DeltaCdfException ours) {
        return Optional.of(ours);
      }
    }
    return Optional.empty();
  }

  /** Returns the message, which starts with the code. */
  @Override
  public String getMessage() {
    return message;
  }

  /** Returns the failure as it may be logged and reported, with its suppressed exceptions. */
  public DeltaCdfException withoutSecrets() {
    boolean clean = true;
    for (Throwable suppressed : getSuppressed()) {
      clean &= Redaction.hide(suppressed) == suppressed;
    }
    if (clean) {
      return this;
    }
    DeltaCdfException copy =
        new DeltaCdfException(
            code, retriable, pause, message.substring(code.name().length() + 3), getCause());
    for (Throwable suppressed : getSuppressed()) {
      copy.addSuppressed(Redaction.hide(suppressed));
    }
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  /** Returns the stable code of the failure. */
  public ErrorCode code() {
    return code;
  }

  /** Returns the pause that a server asks for; empty if no server limits the requests. */
  public Optional<Duration> pause() {
    return Optional.ofNullable(pause);
  }

  /** Returns whether a retry may help. */
  public boolean isRetriable() {
    return retriable;
  }
}
