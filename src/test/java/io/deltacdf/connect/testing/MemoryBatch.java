package io.deltacdf.connect.testing;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A batch of rows in memory. All rows are selected inserts, at the first positions of a file. */
public final class MemoryBatch implements ColumnBatch {
  private final TableSchema schema;
  private final List<List<Object>> rows;
  private final Set<Integer> ordinals;

  private MemoryBatch(TableSchema schema, List<List<Object>> rows, Set<Integer> ordinals) {
    this.schema = schema;
    this.rows = rows;
    this.ordinals = ordinals;
  }

  /** Creates a batch with a row for each array of values, as in {@link MemoryColumn}. */
  public static MemoryBatch of(TableSchema schema, Object[]... rows) {
    return new MemoryBatch(
        schema,
        Arrays.stream(rows).map(Arrays::asList).toList(),
        IntStream.range(0, schema.size()).boxed().collect(Collectors.toSet()));
  }

  /** One row. */
  public static MemoryBatch row(TableSchema schema, Object... values) {
    return of(schema, new Object[][] {values});
  }

  /** Returns the same rows with only these columns. */
  public MemoryBatch only(Integer... columns) {
    return new MemoryBatch(schema, rows, Set.of(columns));
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public TableSchema schema() {
    return schema;
  }

  @Override
  public Column column(int ordinal) {
    if (!ordinals.contains(ordinal)) {
      throw new IllegalStateException("Column " + ordinal + " was not asked for");
    }
    return new MemoryColumn(
        schema.fields().get(ordinal).type(), MemoryColumn.column(rows, ordinal));
  }

  @Override
  public boolean isSelected(int row) {
    return true;
  }

  @Override
  public long position(int row) {
    return row;
  }

  @Override
  public ChangeType changeType(int row) {
    return ChangeType.INSERT;
  }
}
