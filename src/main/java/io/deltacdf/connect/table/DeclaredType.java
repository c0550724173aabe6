package io.deltacdf.connect.table;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The declared type of a column as Spark notes it, such as {@code
 * struct<a:char(3),b:array<char(2)>>}. Fields of structs are matched by their ordinals, as Spark
 * matches them, because the note keeps the old names when fields are renamed.
 */
final class DeclaredType {
  /**
   * The metadata in which Spark notes the declared type of a column that is CHAR or VARCHAR or
   * contains one. Delta itself stores these types as strings.
   */
  private static final String DECLARED_TYPE = "__CHAR_VARCHAR_TYPE_STRING";

  private static final Pattern CHAR = Pattern.compile("char\\((\\d+)\\)");

  private final String text;
  private int position;

  private DeclaredType(String text) {
    this.text = text;
  }

  /**
   * Returns the padding of a column. Nothing is padded if the declared type does not match the
   * column's type.
   */
  static CharPadding paddingOf(StructField column) {
    if (!column.getMetadata().contains(DECLARED_TYPE)) {
      return CharPadding.NONE;
    }
    DeclaredType declared = new DeclaredType(column.getMetadata().getString(DECLARED_TYPE));
    CharPadding padding = declared.parse(column.getDataType());
    return padding != null && declared.position == declared.text.length()
        ? padding
        : CharPadding.NONE;
  }

  /** Parses a type at the current position; returns null if it is not {@code type}. */
  private @Nullable CharPadding parse(DataType type) {
    if (type instanceof StructType struct) {
      return struct(struct);
    } else if (type instanceof ArrayType array) {
      return parts("array<", List.of(array.getElementType()));
    } else if (type instanceof MapType map) {
      return parts("map<", List.of(map.getKeyType(), map.getValueType()));
    }
    Matcher length = CHAR.matcher(word());
    return type instanceof StringType && length.matches()
        ? CharPadding.ofLength(Integer.parseInt(length.group(1)))
        : CharPadding.NONE;
  }

  private @Nullable CharPadding struct(StructType struct) {
    return struct.length() == 0 && skip("struct<>")
        ? CharPadding.NONE
        : parts("struct<", struct.fields().stream().map(field -> field.getDataType()).toList());
  }

  private @Nullable CharPadding parts(String opening, List<DataType> types) {
    if (!skip(opening)) {
      return null;
    }
    boolean named = opening.startsWith("struct");
    List<CharPadding> parts = new ArrayList<>();
    for (DataType type : types) {
      if (!parts.isEmpty() && !skip(",")) {
        return null;
      }
      int colon = text.indexOf(':', position);
      if (named && colon < 0) {
        return null;
      }
      position = named ? colon + 1 : position;
      CharPadding part = parse(type);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return skip(">") ? CharPadding.ofParts(parts) : null;
  }

  private boolean skip(String expected) {
    if (!text.startsWith(expected, position)) {
      return false;
    }
    position += expected.length();
    return true;
  }

  /** Reads a type without parts, with its parameters. */
  private String word() {
    int start = position;
    int depth = 0;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (depth == 0 && (c == ',' || c == '>')) {
        break;
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      position++;
    }
    return text.substring(start, position);
  }
}
