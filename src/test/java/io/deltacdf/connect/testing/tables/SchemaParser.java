package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.types.VariantType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Parses a schema in SQL's notation: {@code "id long not null, price decimal(10,2), tags
 * array<string>, m map<string,int>, `odd name` struct<x:int,y:char(5)>"}. Type names are Delta's
 * and Spark SQL's ({@code bigint}, {@code int}, …). {@code char(n)} and {@code varchar(n)} become
 * strings with Spark's field metadata. {@code not null} may follow any field, array element or map
 * value.
 */
public final class SchemaParser {
  private static final String CHAR_VARCHAR_KEY = "__CHAR_VARCHAR_TYPE_STRING";

  private final String text;
  private int at;

  private SchemaParser(String text) {
    this.text = text;
  }

  /** Parses the schema of a table. */
  public static StructType schema(String text) {
    SchemaParser parser = new SchemaParser(text);
    StructType schema = new StructType(parser.fields((char) 0));
    parser.end();
    return schema;
  }

  /** Parses a single type. */
  public static DataType type(String text) {
    SchemaParser parser = new SchemaParser(text);
    DataType type = parser.type().type;
    parser.end();
    return type;
  }

  private record Parsed(DataType type, FieldMetadata metadata) {}

  private List<StructField> fields(char close) {
    List<StructField> fields = new ArrayList<>();
    skipSpaces();
    if (peek() == close) {
      return fields;
    }
    do {
      String name = name();
      accept(':');
      Parsed type = type();
      fields.add(new StructField(name, type.type, !notNull(), type.metadata));
    } while (accept(','));
    return fields;
  }

  private Parsed type() {
    String word = word().toLowerCase(Locale.ROOT);
    return switch (word) {
      case "array" -> plain(array());
      case "map" -> plain(map());
      case "struct" -> plain(struct());
      case "decimal" -> {
        int[] arguments = arguments(2);
        yield plain(new DecimalType(arguments[0], arguments[1]));
      }
      case "char", "varchar" -> {
        String declared = word + "(" + arguments(1)[0] + ")";
        yield new Parsed(
            StringType.STRING,
            FieldMetadata.builder().putString(CHAR_VARCHAR_KEY, declared).build());
      }
      default -> plain(primitive(word));
    };
  }

  private ArrayType array() {
    expect('<');
    DataType element = type().type;
    boolean containsNull = !notNull();
    expect('>');
    return new ArrayType(element, containsNull);
  }

  private MapType map() {
    expect('<');
    DataType key = type().type;
    expect(',');
    DataType value = type().type;
    boolean containsNull = !notNull();
    expect('>');
    return new MapType(key, value, containsNull);
  }

  private StructType struct() {
    expect('<');
    List<StructField> fields = fields('>');
    expect('>');
    return new StructType(fields);
  }

  private DataType primitive(String word) {
    return switch (word) {
      case "boolean" -> BooleanType.BOOLEAN;
      case "byte", "tinyint" -> ByteType.BYTE;
      case "short", "smallint" -> ShortType.SHORT;
      case "int", "integer" -> IntegerType.INTEGER;
      case "long", "bigint" -> LongType.LONG;
      case "float", "real" -> FloatType.FLOAT;
      case "double" -> DoubleType.DOUBLE;
      case "string" -> StringType.STRING;
      case "binary" -> BinaryType.BINARY;
      case "date" -> DateType.DATE;
      case "timestamp" -> TimestampType.TIMESTAMP;
      case "timestamp_ntz" -> TimestampNTZType.TIMESTAMP_NTZ;
      case "variant" -> VariantType.VARIANT;
      default -> throw error("unknown type " + word);
    };
  }

  private static Parsed plain(DataType type) {
    return new Parsed(type, FieldMetadata.empty());
  }

  private int[] arguments(int count) {
    expect('(');
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        expect(',');
      }
      values[i] = Integer.parseInt(word());
    }
    expect(')');
    return values;
  }

  private boolean notNull() {
    int start = at;
    skipSpaces();
    if (text.regionMatches(true, at, "not null", 0, 8)) {
      at += 8;
      return true;
    }
    at = start;
    return false;
  }

  /** Parses a word, or any text between backticks, in which a doubled backtick stands for one. */
  private String name() {
    skipSpaces();
    if (peek() != '`') {
      return word();
    }
    StringBuilder name = new StringBuilder();
    for (at++; at < text.length(); at++) {
      if (text.charAt(at) != '`') {
        name.append(text.charAt(at));
      } else if (at + 1 < text.length() && text.charAt(at + 1) == '`') {
        name.append('`');
        at++;
      } else {
        at++;
        return name.toString();
      }
    }
    throw error("unclosed backtick");
  }

  private String word() {
    skipSpaces();
    int start = at;
    while (at < text.length() && (Character.isLetterOrDigit(peek()) || peek() == '_')) {
      at++;
    }
    if (start == at) {
      throw error("expected a name");
    }
    return text.substring(start, at);
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean accept(char c) {
    skipSpaces();
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw error("expected '" + c + "'");
    }
  }

  private void end() {
    skipSpaces();
    if (at < text.length()) {
      throw error("unexpected text");
    }
  }

  private void skipSpaces() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException(what + " at " + at + " in schema: " + text);
  }
}
