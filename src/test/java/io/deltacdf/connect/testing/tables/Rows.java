package io.deltacdf.connect.testing.tables;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Makes the rows that a {@link TestTable} takes and gives: maps from column name to value, in
 * column order, null values included.
 */
public final class Rows {
  private Rows() {}

  /**
   * A row of alternating names and values: {@code row("id", 1, "name", null)}. Values may be of any
   * type that {@link Values} takes for the column.
   */
  public static Map<String, Object> row(Object... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "A name without a value: " + Arrays.asList(namesAndValues));
    }
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      row.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return row;
  }

  /** A copy of {@code row} with further or other values. */
  public static Map<String, Object> with(Map<String, ?> row, Object... namesAndValues) {
    Map<String, Object> copy = new LinkedHashMap<>(row);
    copy.putAll(row(namesAndValues));
    return copy;
  }

  /** An edit for {@link TestTable#update}: sets the given columns. */
  public static UnaryOperator<Map<String, Object>> set(Object... namesAndValues) {
    return row -> with(row, namesAndValues);
  }

  /** A change row for {@link CommitBuilder#cdc}: {@code row} with its {@code _change_type}. */
  public static Map<String, Object> change(String changeType, Map<String, ?> row) {
    return with(row, TestTable.CHANGE_TYPE, changeType);
  }

  /**
   * Rows that are made when they are read and never all held: for commits of many rows. {@code
   * generator} is called with 0 to {@code count - 1}, possibly more than once, and must give the
   * same row each time.
   */
  public static List<Map<String, Object>> generate(
      int count, IntFunction<Map<String, Object>> generator) {
    return new Generated<>(count, generator);
  }

  /** A lazy view of {@code rows}: each is mapped whenever it is read. */
  static <T, R> List<R> map(List<T> rows, java.util.function.Function<T, R> mapping) {
    return new Generated<>(rows.size(), i -> mapping.apply(rows.get(i)));
  }

  private static final class Generated<T> extends AbstractList<T> implements RandomAccess {
    private final int count;
    private final IntFunction<T> generator;

    Generated(int count, IntFunction<T> generator) {
      this.count = count;
      this.generator = generator;
    }

    @Override
    public T get(int index) {
      if (index < 0 || index >= count) {
        throw new IndexOutOfBoundsException(index);
      }
      return generator.apply(index);
    }

    @Override
    public int size() {
      return count;
    }
  }
}
