package io.deltacdf.connect.offset;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Field;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Identifies the columns of a table's key in a stored offset. It holds a hash for each key column,
 * made of the configured name and of the physical name, which does not change when the column is
 * renamed. It therefore matches no column once another key is configured, and its length depends on
 * the number of key columns only.
 */
public final class KeyIdentity {
  private static final String SEPARATOR = ".";

  private final List<String> hashes;

  private KeyIdentity(List<String> hashes) {
    this.hashes = hashes;
  }

  /**
   * Returns the identity of key columns.
   *
   * @param names the configured names of the columns, in the order of {@code columns}
   */
  public static KeyIdentity of(List<String> names, List<Field> columns) {
    List<String> hashes = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      hashes.add(hash(names.get(i), columns.get(i)));
    }
    return new KeyIdentity(hashes);
  }

  /** Reads the text that {@link #toString} returned. */
  public static KeyIdentity parse(String text) {
    return new KeyIdentity(List.of(text.split("\\" + SEPARATOR, -1)));
  }

  /**
   * Whether a column is one of the key.
   *
   * @param index the column's index in the key
   * @param name the name that is configured for it
   */
  public boolean matches(int index, String name, Field column) {
    return index < hashes.size() && hashes.get(index).equals(hash(name, column));
  }

  private static String hash(String name, Field column) {
    String text = name.toLowerCase(Locale.ROOT) + "\n" + column.physicalName();
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashCharsToLong(text));
  }

  /** Returns the text that is stored: 16 hexadecimal digits for each column. */
  @Override
  public String toString() {
    return String.join(SEPARATOR, hashes);
  }
}
