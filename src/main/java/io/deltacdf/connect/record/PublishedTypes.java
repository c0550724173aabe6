package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names and types of the published columns as a text that an offset can store: {@code id
 * long,price decimal(10,2),tags array<struct<a string>>}. Names with other characters than letters,
 * digits and underscores are quoted with backticks. Nullability is left out, since it is never an
 * unsafe change.
 */
final class PublishedTypes {
  /** A longer text is not stored, so that an offset always fits into a record. */
  static final int MAX_LENGTH = 32_768;

  private static final Pattern PLAIN_NAME = Pattern.compile("\\w+");

  private final String text;
  private int position;

  private PublishedTypes(String text) {
    this.text = text;
  }

  /** Returns the text of a schema; empty if it would be too long. */
  static Optional<String> text(TableSchema published) {
    StringBuilder text = new StringBuilder();
    appendFields(text, published.fields());
    return text.length() == 0 || text.length() > MAX_LENGTH
        ? Optional.empty()
        : Optional.of(text.toString());
  }

  private static void appendFields(StringBuilder text, List<Field> fields) {
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).name();
      text.append(i == 0 ? "" : ",")
          .append(PLAIN_NAME.matcher(name).matches() ? name : "`" + name.replace("`", "``") + "`")
          .append(' ');
      appendType(text, fields.get(i).type());
    }
  }

  private static void appendType(StringBuilder text, DataType type) {
    if (type instanceof DataType.Struct struct) {
      text.append("struct<");
      appendFields(text, struct.fields());
      text.append('>');
    } else if (type instanceof DataType.Array array) {
      text.append("array<");
      appendType(text, array.element());
      text.append('>');
    } else if (type instanceof DataType.Map map) {
      text.append("map<");
      appendType(text, map.key());
      text.append(',');
      appendType(text, map.value());
      text.append('>');
    } else {
      text.append(TypeNames.of(type));
    }
  }

  /** Returns the schema of a text; empty if it is not one that {@link #text} returned. */
  static Optional<TableSchema> parse(String text) {
    PublishedTypes parser = new PublishedTypes(text);
    try {
      List<Field> fields = parser.fields();
      return parser.position == text.length()
          ? Optional.of(new TableSchema(fields, List.of()))
          : Optional.empty();
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    do {
      String name = name();
      expect(' ');
      fields.add(new Field(name, name, type(), true));
    } while (skip(','));
    return fields;
  }

  private String name() {
    if (!skip('`')) {
      return word();
    }
    StringBuilder name = new StringBuilder();
    while (true) {
      char next = text.charAt(position++);
      if (next == '`' && !skip('`')) {
        return name.toString();
      }
      name.append(next);
    }
  }

  private DataType type() {
    String name = word();
    switch (name) {
      case "struct" -> {
        expect('<');
        if (skip('>')) {
          return new DataType.Struct(List.of());
        }
        List<Field> fields = fields();
        expect('>');
        return new DataType.Struct(fields);
      }
      case "array" -> {
        expect('<');
        DataType element = type();
        expect('>');
        return new DataType.Array(element, true);
      }
      case "map" -> {
        expect('<');
        DataType key = type();
        expect(',');
        DataType value = type();
        expect('>');
        return new DataType.Map(key, value, true);
      }
      case "decimal" -> {
        expect('(');
        int precision = Integer.parseInt(word());
        expect(',');
        int scale = Integer.parseInt(word());
        expect(')');
        return new DataType.Decimal(precision, scale);
      }
      default -> {
        return Primitive.valueOf(name.toUpperCase(Locale.ROOT));
      }
    }
  }

  /** Reads letters, digits and underscores. */
  private String word() {
    int start = position;
    while (position < text.length()
        && (Character.isLetterOrDigit(text.charAt(position)) || text.charAt(position) == '_')) {
      position++;
    }
    if (position == start) {
      throw new IllegalArgumentException("No word at " + start);
    }
    return text.substring(start, position);
  }

  private void expect(char character) {
    if (!skip(character)) {
      throw new IllegalArgumentException("No '" + character + "' at " + position);
    }
  }

  private boolean skip(char character) {
    if (position < text.length() && text.charAt(position) == character) {
      position++;
      return true;
    }
    return false;
  }
}
