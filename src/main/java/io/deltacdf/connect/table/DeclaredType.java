package io.deltacdf.connect.table;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column as Spark notes it, such as {@code struct<a:char(3),b:array<char(2)>>}. The
 * fields of structs are taken by their position, as Spark takes them: the note keeps the names of
 * before a rename.
 */
final class DeclaredType {
  private static final Pattern CHAR = Pattern.compile("char\\((\\d+)\\)");

  private final String text;
  private int position;

  private DeclaredType(String text) {
    this.text = text;
  }

  /**
   * Where a column is padded.
   *
   * @param type of the column; where the note does not fit it, nothing is padded
   */
  static ReadTransform form(String text, DataType type) {
    DeclaredType declared = new DeclaredType(text);
    ReadTransform form = declared.parse(type);
    return form != null && declared.position == text.length() ? form : ReadTransform.PLAIN;
  }

  /** The form of the type that the text goes on with; null where it goes on with another. */
  private ReadTransform parse(DataType type) {
    if (type instanceof StructType struct) {
      return struct(struct);
    } else if (type instanceof ArrayType array) {
      return parts("array<", List.of(array.getElementType()));
    } else if (type instanceof MapType map) {
      return parts("map<", List.of(map.getKeyType(), map.getValueType()));
    }
    Matcher length = CHAR.matcher(word());
    return type instanceof StringType && length.matches()
        ? ReadTransform.padded(Integer.parseInt(length.group(1)))
        : ReadTransform.PLAIN;
  }

  private ReadTransform struct(StructType struct) {
    return struct.length() == 0 && skip("struct<>")
        ? ReadTransform.PLAIN
        : parts("struct<", struct.fields().stream().map(field -> field.getDataType()).toList());
  }

  private ReadTransform parts(String opening, List<DataType> types) {
    if (!skip(opening)) {
      return null;
    }
    boolean named = opening.startsWith("struct");
    List<ReadTransform> parts = new ArrayList<>();
    for (DataType type : types) {
      if (!parts.isEmpty() && !skip(",")) {
        return null;
      }
      int colon = text.indexOf(':', position);
      if (named && colon < 0) {
        return null;
      }
      position = named ? colon + 1 : position;
      ReadTransform part = parse(type);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return skip(">") ? ReadTransform.of(parts) : null;
  }

  private boolean skip(String expected) {
    if (!text.startsWith(expected, position)) {
      return false;
    }
    position += expected.length();
    return true;
  }

  /** A type without parts, its parameters included. */
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
