package io.deltacdf.connect.cli;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.change.ReadColumns;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.stream.IntStream;

/** Reads all columns of all rows, without a key. */
final class AllColumns implements ReadColumns {
  @Override
  public KeyColumns key(TableSchema schema) {
    return new KeyColumns(List.of());
  }

  @Override
  public int[] wholeRows(TableSchema schema) {
    return IntStream.range(0, schema.size()).toArray();
  }

  @Override
  public int[] deletedRows(TableSchema schema) {
    return wholeRows(schema);
  }
}
