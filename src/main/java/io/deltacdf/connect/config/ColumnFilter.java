package io.deltacdf.connect.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which columns of a table are fields of the value: {@code column.include.list} or {@code
 * column.exclude.list}. An entry is the name of a column, or a regular expression that fits the
 * whole name, as in Debezium; case does not matter.
 *
 * @param include whether the columns that an entry fits are the only ones, or the ones left out
 * @param entries the list
 */
public record ColumnFilter(boolean include, List<String> entries) {
  /** All columns. */
  public static final ColumnFilter ALL = new ColumnFilter(false, List.of());

  private static final Pattern METACHARACTER = Pattern.compile("[\\\\^$|?*+()\\[\\]{}]");

  public ColumnFilter {
    entries = List.copyOf(entries);
  }

  /** The name of the option. */
  public String option() {
    return include ? FeedOptions.COLUMN_INCLUDE_LIST : FeedOptions.COLUMN_EXCLUDE_LIST;
  }

  /** Whether a column is a field of the value. */
  public boolean passes(String column) {
    return include == entries.stream().anyMatch(entry -> fits(entry, column));
  }

  /** Whether an entry fits the name of a column. */
  public static boolean fits(String entry, String column) {
    return entry.equalsIgnoreCase(column) || pattern(entry).matcher(column).matches();
  }

  /** Whether an entry can only be meant as a name. */
  public static boolean isName(String entry) {
    return !METACHARACTER.matcher(entry).find();
  }

  /**
   * @throws java.util.regex.PatternSyntaxException where it is none
   */
  static Pattern pattern(String entry) {
    return Pattern.compile(entry, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
