package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Decides which columns of a table are fields of the value: {@code column.include.list} or {@code
 * column.exclude.list}. As in Debezium, an entry is the name of a column or a regular expression
 * that matches a whole name. Case does not matter.
 *
 * @param option the full name of the option, which is the connector's or the table's own
 * @param includes whether only matching columns are published; otherwise they are left out
 * @param entries the elements of the list
 */
public record ColumnFilter(String option, boolean includes, List<String> entries) {
  private static final Pattern METACHARACTER = Pattern.compile("[\\\\^$|?*+()\\[\\]{}]");

  public ColumnFilter {
    entries = List.copyOf(entries);
  }

  /** Returns whether the table sets this list itself. */
  public boolean isSetByTable() {
    return option.startsWith(Option.TABLE_PREFIX);
  }

  /** Returns whether a column is a field of the value. */
  public boolean passes(String column) {
    return includes == entries.stream().anyMatch(entry -> matches(entry, column));
  }

  /** Returns the entries that can only be names, as they contain no special characters. */
  public List<String> names() {
    return entries.stream().filter(entry -> !METACHARACTER.matcher(entry).find()).toList();
  }

  /** Returns whether an entry matches the name of a column. */
  public static boolean matches(String entry, String column) {
    return entry.equalsIgnoreCase(column) || pattern(entry).matcher(column).matches();
  }

  /**
   * Compiles an entry.
   *
   * @throws java.util.regex.PatternSyntaxException if it is not a regular expression
   */
  static Pattern pattern(String entry) {
    return Pattern.compile(entry, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
