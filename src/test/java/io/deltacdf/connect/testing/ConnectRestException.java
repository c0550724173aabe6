package io.deltacdf.connect.testing;

/** What the worker's REST interface refused, in its own words. */
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
