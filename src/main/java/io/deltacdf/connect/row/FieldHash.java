package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.HashStream128;
import io.deltacdf.connect.table.column.Column;

/**
 * Adds one of several fields to a hash: its tag and its value, or nothing if the value is null.
 *
 * @param ordinal the field's ordinal
 * @param tag stands for the field's physical name and the kind of its type
 */
record FieldHash(int ordinal, long tag, ValueHash value) {
  void put(HashStream128 hash, Column column, int row) {
    if (!column.isNullAt(row)) {
      hash.putLong(tag);
      value.put(hash, column, row);
    }
  }
}
