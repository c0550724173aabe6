package io.deltacdf.connect.testing;

/** The worker rejected a REST request. The message is the worker's own. */
public final class ConnectRestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  ConnectRestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
