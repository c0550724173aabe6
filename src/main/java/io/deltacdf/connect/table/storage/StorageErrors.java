package io.deltacdf.connect.table.storage;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.TableLocation;

/** The errors that users see when a table must not be read where its log says. */
final class StorageErrors {
  private StorageErrors() {}

  /**
   * @param version the version whose commit names the file; negative if it is not known
   * @param own the table's own store, or its directory if it is local
   * @param place what to allow
   */
  static DeltaCdfException pathNotAllowed(
      TableLocation table, long version, String file, String own, String place) {
    return DeltaCdfException.permanent(
        ErrorCode.PATH_NOT_ALLOWED,
        "Table '"
            + table.name()
            + "' ("
            + table.path()
            + ")"
            + (version < 0 ? "" : ", version " + version)
            + ": the log names the file "
            + file
            + ", which is outside of "
            + own
            + ". It is not read, because a log that is damaged or was written by somebody else"
            + " could name any file that the credentials of the connector can read. If the file"
            + " belongs to the table, as in a shallow clone, set 'allow.absolute.paths="
            + place
            + "' for the table. Otherwise find out who wrote this log.",
        null);
  }
}
