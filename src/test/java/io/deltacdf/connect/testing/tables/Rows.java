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
 * Creates the rows of a {@link TestTable}: maps from column name to value, in column order,
 * including null values.
 */
public final class Rows {
  private Rows() {}

  /**
   * Returns a row of alternating names and values: {@code row("id", 1, "name", null)}. Values may
   * have any type that {@link Values} accepts for the column.
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

  /** Returns a copy of {@code row} with additional or changed values. */
  public static Map<String, Object> with(Map<String, ?> row, Object... namesAndValues) {
    Map<String, Object> copy = new LinkedHashMap<>(row);
    copy.putAll(row(namesAndValues));
    return copy;
  }

  /** Returns an edit for {@link TestTable#update} that sets the given columns. */
  public static UnaryOperator<Map<String, Object>> set(Object... namesAndValues) {
    return row -> with(row, namesAndValues);
  }

  /**
   * Returns a change row for {@link CommitBuilder#cdc}: {@code row} with its {@code _change_type}.
   */
  public static Map<String, Object> change(String changeType, Map<String, ?> row) {
    return with(row, TestTable.CHANGE_TYPE, changeType);
  }

  /**
   * Returns rows that are generated when they are read and never all in memory, for commits with
   * many rows. {@code generator} is called with 0 to {@code count - 1}, possibly more than once,
   * and must return the same row each time.
   */
  public static List<Map<String, Object>> generate(
      int count, IntFunction<Map<String, Object>> generator) {
    return new Generated<>(count, generator);
  }

  /** Returns a lazy view of {@code rows} that maps each row whenever it is read. */
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
