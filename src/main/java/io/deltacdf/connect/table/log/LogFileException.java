package io.deltacdf.connect.table.log;

import org.jspecify.annotations.Nullable;

/** A commit, a checkpoint or a sidecar that could not be read; the cause says why. */
public final class LogFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;

  LogFileException(String file, Throwable cause) {
    super("Failed to read " + file, cause);
    this.file = file;
  }

  /** Returns the path of the file. */
  public String file() {
    return file;
  }

  /** Returns the exception of this type among the causes; null if there is none. */
  public static @Nullable LogFileException in(Throwable e) {
    for (Throwable t = e; t != null && t != t.getCause(); t = t.getCause()) {
      if (t instanceof LogFileException file) {
        return file;
      }
    }
    return null;
  }
}
