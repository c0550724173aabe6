package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Writes the values of the records of one table schema. Not thread-safe. */
interface ValueWriter {
  /** The schema of the values. */
  Schema schema();

  /** The schema of the table's rows in the values. */
  Schema rowSchema();

  /** Turns to the changes of a version, or of a snapshot. */
  void startVersion(VersionContext version);

  /**
   * The value of a change. Its row after the change, or before it for a delete, has the table
   * schema of this writer.
   *
   * @throws NullInRequiredColumnException where a row lacks what its schema requires
   */
  Struct valueOf(Change change, RecordSize size);
}
