package io.deltacdf.connect.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which columns of a table are fields of the value: {@code column.include.list} or {@code
 * column.exclude.list}. An entry is the name of a column, or a regular expression that fits the
 * whole name, as in Debezium; case does not matter.
 *
 * @param option the full name of the option, the connector's or the table's own
 * @param entries the list
 */
public record ColumnFilter(String option, List<String> entries) {
  /** All columns. */
  public static final ColumnFilter ALL =
      new ColumnFilter(SourceOptions.COLUMN_EXCLUDE_LIST, List.of());

  private static final Pattern METACHARACTER = Pattern.compile("[\\\\^$|?*+()\\[\\]{}]");

  public ColumnFilter {
    entries = List.copyOf(entries);
  }

  /** Whether the columns that an entry fits are the only ones; else they are left out. */
  public boolean includes() {
    return option.endsWith(SourceOptions.COLUMN_INCLUDE_LIST);
  }

  /** Whether the list is the table's own, not the connector's. */
  public boolean isOwn() {
    return option.startsWith(TableOptions.TABLE_PREFIX);
  }

  /** Whether a column is a field of the value. */
  public boolean passes(String column) {
    return includes() == entries.stream().anyMatch(entry -> fits(entry, column));
  }

  /** The entries that can only be meant as names. */
  public List<String> names() {
    return entries.stream().filter(entry -> !METACHARACTER.matcher(entry).find()).toList();
  }

  /** Whether an entry fits the name of a column. */
  public static boolean fits(String entry, String column) {
    return entry.equalsIgnoreCase(column) || pattern(entry).matcher(column).matches();
  }

  /**
   * @throws java.util.regex.PatternSyntaxException where it is none
   */
  static Pattern pattern(String entry) {
    return Pattern.compile(entry, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
