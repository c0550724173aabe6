package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.record.value.NullInRequiredColumnException;
import io.deltacdf.connect.record.value.RecordSize;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Creates the values of the records of one table schema. Not thread-safe. */
interface ValueMapper {
  /** Returns the schema of the values. */
  Schema schema();

  /** Returns the schema of the table's rows in the values. */
  Schema rowSchema();

  /**
   * Starts the changes of a version, or of a snapshot.
   *
   * @param fromBeginning whether no change of it was published before
   */
  void startVersion(VersionContext version, boolean fromBeginning);

  /** Marks the value of the last change, which nothing follows in the version. */
  default void markLast(Struct value) {}

  /**
   * Creates the value of a change. The row that the key is taken from (the postimage, or the
   * deleted row) must have the table schema of this mapper.
   *
   * @param transaction the field {@code transaction} of an envelope; null if it has none
   * @throws NullInRequiredColumnException if a row has no value where its schema requires one
   */
  Struct valueOf(Change change, @Nullable Struct transaction, RecordSize size);
}
