package io.deltacdf.connect.table.storage;

import java.io.IOException;

/**
 * A JSON file of the log was read, but it is not complete: it has another length than the store
 * says, it is a commit without any action, or one of its lines has more than one action. It may not
 * have been written completely yet.
 */
final class IncompleteLogFileException extends IOException {
  private static final long serialVersionUID = 1L;

  IncompleteLogFileException(String problem) {
    super(problem);
  }

  /** The store has another length for a file after it was read. */
  static IncompleteLogFileException changed(long length, long read) {
    return new IncompleteLogFileException(
        "the file has " + length + " bytes after " + read + " were read");
  }
}
