package io.deltacdf.connect.offset;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Field;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Everything that determines the bytes of a table's keys, as far as the connector knows it. A
 * stored offset has the form of the keys that are published, so that a run with other options, or
 * after a gap in the log, never adds keys of another form to the topic unnoticed.
 *
 * @param columns the key columns; empty for a table without a key
 * @param form how their values become a key: a text in which two forms are equal exactly if equal
 *     values have equal keys
 */
public record KeyForm(List<KeyColumn> columns, String form) {
  /** The form of the keys of a table without a key. */
  public static final KeyForm NONE = new KeyForm(List.of(), "none");

  public KeyForm {
    columns = List.copyOf(columns);
  }

  /**
   * A key column. It is the same column in two runs if one of the two is equal: the name if a new
   * column has replaced it, and the hash if it was renamed, in the configuration too.
   *
   * @param name the configured name
   * @param hash a hash of the physical name
   */
  public record KeyColumn(String name, String hash) {
    boolean isSameAs(KeyColumn other) {
      return name.equalsIgnoreCase(other.name) || hash.equals(other.hash);
    }
  }

  /**
   * Returns the form of keys of these columns.
   *
   * @param names the configured names of the columns, in the order of {@code columns}
   */
  public static KeyForm of(List<String> names, List<Field> columns, String form) {
    List<KeyColumn> keyColumns = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      keyColumns.add(new KeyColumn(names.get(i), hash(columns.get(i))));
    }
    return new KeyForm(keyColumns, form);
  }

  /** Reads the text that {@link #toString} returned. Any other text is a form of no keys. */
  public static KeyForm parse(String text) {
    int end = text.indexOf(' ');
    if (end < 0) {
      return new KeyForm(List.of(), text);
    }
    List<KeyColumn> columns = new ArrayList<>();
    for (String column : text.substring(0, end).split(",", -1)) {
      int colon = column.indexOf(':');
      if (colon < 0) {
        return new KeyForm(List.of(), text);
      }
      columns.add(new KeyColumn(decoded(column.substring(0, colon)), column.substring(colon + 1)));
    }
    return new KeyForm(columns, text.substring(end + 1));
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name;
    }
  }

  /** Whether equal rows have equal keys in both forms. */
  public boolean isSameAs(KeyForm other) {
    if (!form.equals(other.form) || columns.size() != other.columns.size()) {
      return false;
    }
    for (int i = 0; i < columns.size(); i++) {
      if (!columns.get(i).isSameAs(other.columns.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a column is one of the key.
   *
   * @param index the column's index in the key
   * @param name the name that is configured for it
   */
  public boolean matches(int index, String name, Field column) {
    return index < columns.size()
        && columns.get(index).name().equalsIgnoreCase(name)
        && columns.get(index).hash().equals(hash(column));
  }

  private static String hash(Field column) {
    return HexFormat.of()
        .toHexDigits((int) Hashing.xxh3_64().hashCharsToLong(column.physicalName()));
  }

  /** Returns the form in words, for messages. */
  public String inWords() {
    return columns.isEmpty()
        ? form
        : form
            + " of "
            + columns.stream()
                .map(column -> "'" + column.name() + "'")
                .collect(Collectors.joining(", "));
  }

  /** Returns the text that is stored. */
  @Override
  public String toString() {
    return columns.isEmpty()
        ? form
        : columns.stream()
            .map(
                column ->
                    URLEncoder.encode(column.name(), StandardCharsets.UTF_8) + ":" + column.hash())
            .collect(Collectors.joining(",", "", " " + form));
  }
}
