package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.HashStream128;
import io.deltacdf.connect.table.column.Column;

/** Adds values of one type to a hash. {@link ValueHashes} describes what is added. */
@FunctionalInterface
interface ValueHash {
  /** Adds a value that is not null. */
  void put(HashStream128 hash, Column column, int row);

  /** Adds a value or null. */
  default void putNullable(HashStream128 hash, Column column, int row) {
    boolean isNull = column.isNullAt(row);
    hash.putBoolean(isNull);
    if (!isNull) {
      put(hash, column, row);
    }
  }
}
