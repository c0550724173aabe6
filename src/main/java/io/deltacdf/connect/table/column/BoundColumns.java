package io.deltacdf.connect.table.column;

import java.lang.ref.WeakReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks up some columns of a batch, or the fields of a struct, once for all of its rows. It does
 * not keep a batch in memory: a table that waits for its turn holds no rows. Not thread-safe.
 */
public final class BoundColumns {
  /** The columns of a batch or struct. */
  private record Binding(Object source, Column[] columns) {}

  private final int[] ordinals;

  /** If the garbage collector clears it while rows are read, the columns are looked up again. */
  private WeakReference<@Nullable Binding> bound = new WeakReference<>(null);

  /** Creates the columns with these ordinals. */
  public BoundColumns(int[] ordinals) {
    this.ordinals = ordinals.clone();
  }

  /** Creates the columns with the ordinals 0 to {@code count} - 1. */
  public static BoundColumns first(int count) {
    return new BoundColumns(IntStream.range(0, count).toArray());
  }

  /** Returns the columns of a batch in the order of the ordinals. The array must not be changed. */
  public Column[] of(ColumnBatch batch) {
    Binding binding = bound.get();
    return binding != null && binding.source == batch
        ? binding.columns
        : bind(batch, batch::column);
  }

  /** Returns the fields of a struct, as {@link #of} does the columns of a batch. */
  public Column[] fieldsOf(Column struct) {
    Binding binding = bound.get();
    return binding != null && binding.source == struct
        ? binding.columns
        : bind(struct, struct::fieldAt);
  }

  private Column[] bind(Object source, IntFunction<Column> lookup) {
    Column[] columns = new Column[ordinals.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = lookup.apply(ordinals[i]);
    }
    bound = new WeakReference<>(new Binding(source, columns));
    return columns;
  }
}
