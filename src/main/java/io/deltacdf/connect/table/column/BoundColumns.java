package io.deltacdf.connect.table.column;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks up some columns of a batch, or the fields of a struct, once for all of its rows. Not
 * thread-safe.
 */
public final class BoundColumns {
  private final int[] ordinals;
  private final Column[] columns;

  /** The batch or struct that {@code columns} belong to. */
  private @Nullable Object source;

  /** Creates the columns with these ordinals. */
  public BoundColumns(int[] ordinals) {
    this.ordinals = ordinals.clone();
    this.columns = new Column[ordinals.length];
  }

  /** Creates the columns with the ordinals 0 to {@code count} - 1. */
  public static BoundColumns first(int count) {
    return new BoundColumns(IntStream.range(0, count).toArray());
  }

  /**
   * Returns the columns of a batch in the order of the ordinals. The array is valid until the next
   * call with another batch, and must not be changed.
   */
  public Column[] of(ColumnBatch batch) {
    if (batch != source) {
      bind(batch, batch::column);
    }
    return columns;
  }

  /** Returns the fields of a struct, as {@link #of} does the columns of a batch. */
  public Column[] fieldsOf(Column struct) {
    if (struct != source) {
      bind(struct, struct::fieldAt);
    }
    return columns;
  }

  private void bind(Object newSource, IntFunction<Column> lookup) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] = lookup.apply(ordinals[i]);
    }
    source = newSource;
  }
}
