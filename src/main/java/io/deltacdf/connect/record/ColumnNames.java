package io.deltacdf.connect.record;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names of all columns of a table as a text that an offset can store, so that a column is known
 * again that was renamed since: {@code id,ssn=0123456789abcdef}. The hash is that of the physical
 * name, if it is another one. Names are encoded as in URLs.
 */
final class ColumnNames {
  private final Map<String, String> namesByHash;

  private ColumnNames(Map<String, String> namesByHash) {
    this.namesByHash = namesByHash;
  }

  /** Returns the text of a schema; empty if it would be too long. */
  static Optional<String> text(TableSchema schema) {
    String text = schema.fields().stream().map(ColumnNames::entry).collect(Collectors.joining(","));
    return text.isEmpty() || text.length() > PublishedTypes.MAX_LENGTH
        ? Optional.empty()
        : Optional.of(text);
  }

  private static String entry(Field column) {
    String name = URLEncoder.encode(column.name(), StandardCharsets.UTF_8);
    return column.physicalName().equals(column.name())
        ? name
        : name + "=" + hash(column.physicalName());
  }

  /** Reads a text that {@link #text} returned; a column of another text is not known again. */
  static ColumnNames parse(String text) {
    Map<String, String> names = new HashMap<>();
    for (String entry : text.split(",")) {
      String[] parts = entry.split("=", 2);
      try {
        String name = URLDecoder.decode(parts[0], StandardCharsets.UTF_8);
        names.put(parts.length == 2 ? parts[1] : hash(name), name);
      } catch (IllegalArgumentException e) {
        // A person has changed the text.
      }
    }
    return new ColumnNames(names);
  }

  /** Returns the name that a column had; null if it is a new one. */
  @Nullable String before(Field column) {
    return namesByHash.get(hash(column.physicalName()));
  }

  private static String hash(String physicalName) {
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashCharsToLong(physicalName));
  }
}
