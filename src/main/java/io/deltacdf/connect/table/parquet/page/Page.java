package io.deltacdf.connect.table.parquet.page;

import org.jspecify.annotations.Nullable;

/**
 * A page of a column, or a part of one: the decoded levels of its entries, and its values, which
 * are still encoded.
 *
 * @param entries the number of entries, including nulls
 * @param following the number of entries in later parts of the page, which have the same values
 * @param repetitions the repetition level of each entry; null if all are 0
 * @param definitions the definition level of each entry; null if all are the maximum
 * @param values the values that are not null
 */
public record Page(
    int entries,
    int following,
    byte @Nullable [] repetitions,
    byte @Nullable [] definitions,
    PageValues values) {
  /** Returns the entry at which the row after the next {@code rows} begins, from an entry on. */
  public int endOfRows(int from, int rows) {
    if (repetitions == null) {
      return Math.min(entries, from + rows);
    }
    int begun = 0;
    for (int i = from; i < entries; i++) {
      if (repetitions[i] == 0 && ++begun > rows) {
        return i;
      }
    }
    return entries;
  }

  /** Returns how many rows begin in a range of entries. */
  public int rowsBegun(int from, int end) {
    if (repetitions == null) {
      return end - from;
    }
    int begun = 0;
    for (int i = from; i < end; i++) {
      begun += repetitions[i] == 0 ? 1 : 0;
    }
    return begun;
  }

  /**
   * Returns how many entries of a range have values.
   *
   * @param maximum the definition level of an entry with a value
   */
  public int valuesBetween(int from, int end, int maximum) {
    if (definitions == null) {
      return end - from;
    }
    int present = 0;
    for (int i = from; i < end; i++) {
      present += definitions[i] == maximum ? 1 : 0;
    }
    return present;
  }

  /** Returns the entry with the value after the next {@code count} values, or {@code end}. */
  public int endOfValues(int from, int end, int count, int maximum) {
    int seen = 0;
    for (int i = from; i < end; i++) {
      if ((definitions == null || definitions[i] == maximum) && ++seen > count) {
        return i;
      }
    }
    return end;
  }
}
