package io.deltacdf.connect.table.storage;

import java.io.IOException;

/**
 * A JSON file of the log was read, but it is not complete: it has another length than the store
 * says, or it is a commit without any action. It may not have been written completely yet.
 */
public final class IncompleteLogFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;

  IncompleteLogFileException(String file, String problem) {
    super(problem);
    this.file = file;
  }

  /** Returns the path of the file. */
  public String file() {
    return file;
  }
}
