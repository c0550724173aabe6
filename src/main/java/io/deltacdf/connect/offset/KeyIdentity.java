package io.deltacdf.connect.offset;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Field;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Which columns a table's key is made of, as a stored offset carries it: for each key column a hash
 * of its configured name and of its physical name, which stays through renames. So it grows with
 * the number of key columns alone, and fits no column once the key is configured otherwise.
 */
public final class KeyIdentity {
  private static final String SEPARATOR = ".";

  private final List<String> hashes;

  private KeyIdentity(List<String> hashes) {
    this.hashes = hashes;
  }

  /** Reads what {@link #text} gave. */
  public static KeyIdentity parse(String text) {
    return new KeyIdentity(List.of(text.split("\\" + SEPARATOR, -1)));
  }

  /** The identity of key columns, given with their configured names, in the same order. */
  public static String text(List<String> names, List<Field> columns) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? "" : SEPARATOR).append(hash(names.get(i), columns.get(i)));
    }
    return text.toString();
  }

  /** Whether a column is the one at a place of the key, which is configured by this name. */
  public boolean matches(int place, String name, Field column) {
    return place < hashes.size() && hashes.get(place).equals(hash(name, column));
  }

  private static String hash(String name, Field column) {
    String text = name.toLowerCase(Locale.ROOT) + "\n" + column.physicalName();
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashCharsToLong(text));
  }
}
