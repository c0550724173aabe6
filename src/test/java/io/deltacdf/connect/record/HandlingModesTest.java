package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.required;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each Delta type with each handling mode, in values at every depth and in keys, as the table in
 * {@code docs/records.md} says.
 */
@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
class HandlingModesTest {
  private static final String BINARY = "binary.handling.mode";
  private static final String DECIMAL = "decimal.handling.mode";
  private static final String FLOAT = "float.special.handling";
  private static final String TIME = "time.precision.mode";

  private static final Map<String, List<String>> MODES =
      Map.of(
          BINARY, List.of("bytes", "base64", "base64-url-safe", "hex"),
          DECIMAL, List.of("precise", "string", "double"),
          FLOAT, List.of("pass", "null", "fail", "text"),
          TIME, List.of("adaptive", "connect", "isostring", "microseconds"));

  private static final long MICROS = 1_767_225_600_123_456L;

  /** The column values of the examples in the table. */
  private static final List<Example> EXAMPLES =
      List.of(
          new Example("boolean", Primitive.BOOLEAN, true),
          new Example("byte", Primitive.BYTE, (byte) 7),
          new Example("short", Primitive.SHORT, (short) 7),
          new Example("integer", Primitive.INTEGER, 7),
          new Example("long", Primitive.LONG, 7L),
          new Example("float", Primitive.FLOAT, 0.5f),
          new Example("double", Primitive.DOUBLE, 0.5),
          new Example("string", Primitive.STRING, "text"),
          new Example("binary", Primitive.BINARY, new byte[] {(byte) 0xfb, (byte) 0xff}),
          new Example("decimal(10,2)", decimal(10, 2), new BigDecimal("-12.30")),
          new Example("date", Primitive.DATE, 20_454),
          new Example("timestamp", Primitive.TIMESTAMP, MICROS),
          new Example("timestamp_ntz", Primitive.TIMESTAMP_NTZ, MICROS),
          new Example("variant", Primitive.VARIANT, "{\"a\":1}"));

  private static final Pattern ROW =
      Pattern.compile("\\| ([a-z_0-9(),]+) \\| `.*`.* \\| (.*) ?\\| ([A-Z].*) \\| (.*) \\|");

  /** The value and the key of a type in a mode, as the table shows them. */
  private static final Map<String, String> VALUES = new LinkedHashMap<>();

  private static final Map<String, String> KEYS = new LinkedHashMap<>();

  private record Example(String type, DataType dataType, Object value) {
    /** Returns the option that configures how the type is published; null if there is none. */
    String option() {
      if (dataType instanceof DataType.Decimal) {
        return DECIMAL;
      }
      return switch ((Primitive) dataType) {
        case BINARY -> BINARY;
        case FLOAT, DOUBLE -> FLOAT;
        case DATE, TIMESTAMP, TIMESTAMP_NTZ -> TIME;
        default -> null;
      };
    }

    String in(Map<String, String> modes) {
      return option() == null ? type : type + " " + modes.get(option());
    }
  }

  @BeforeAll
  static void readTable() throws IOException {
    for (String line : Files.readAllLines(Path.of("docs/records.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        for (String mode : row.group(2).replace("`", "").trim().split(", ", -1)) {
          String type = (row.group(1) + " " + mode).trim();
          assertThat(VALUES.put(type, row.group(3))).as(type).isNull();
          KEYS.put(type, key(row.group(1), row.group(3), row.group(4)));
        }
      }
    }
  }

  private static String key(String type, String value, String key) {
    if (key.equals("the same")) {
      return value;
    }
    return key.startsWith("as `") ? VALUES.get(type + " " + key.split("`", -1)[1]) : key;
  }

  @Test
  void theTableCoversEveryTypeInEveryMode() {
    List<String> all = new ArrayList<>();
    for (Example example : EXAMPLES) {
      if (example.option() == null) {
        all.add(example.type());
      } else {
        MODES.get(example.option()).forEach(mode -> all.add(example.type() + " " + mode));
      }
    }
    assertThat(VALUES.keySet()).containsExactlyInAnyOrderElementsOf(all);
  }

  static Stream<Arguments> combinations() {
    List<Map<String, String>> combinations = List.of(Map.of());
    for (Map.Entry<String, List<String>> option : MODES.entrySet()) {
      combinations =
          combinations.stream()
              .flatMap(some -> option.getValue().stream().map(mode -> with(some, option, mode)))
              .toList();
    }
    return combinations.stream()
        .flatMap(modes -> Stream.of("optional", "table").map(n -> Arguments.of(modes, n)));
  }

  private static Map<String, String> with(
      Map<String, String> modes, Map.Entry<String, List<String>> option, String mode) {
    Map<String, String> more = new HashMap<>(modes);
    more.put(option.getKey(), mode);
    return more;
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void values(Map<String, String> modes, String nullability) {
    List<Field> columns = new ArrayList<>();
    List<Object> row = new ArrayList<>();
    for (Example example : EXAMPLES) {
      DataType type = example.dataType();
      Object value = example.value();
      String name = "c" + columns.size();
      columns.add(required(name, type));
      row.add(value);
      columns.add(required(name + "_s", new DataType.Struct(List.of(required("x", type)))));
      row.add(List.of(value));
      columns.add(required(name + "_a", new DataType.Array(type, false)));
      row.add(List.of(value));
      columns.add(required(name + "_m", new DataType.Map(type, type, false)));
      row.add(Map.of(value, value));
    }

    Struct published = (Struct) create("c0", modes, nullability, columns, row).value();

    published.validate();
    for (int i = 0; i < EXAMPLES.size(); i++) {
      String expected = VALUES.get(EXAMPLES.get(i).in(modes));
      boolean optional =
          nullability.equals("optional") || EXAMPLES.get(i).in(modes).endsWith(" null");
      String name = columns.get(4 * i).name();
      assertPart(published.schema().field(name).schema(), published.get(name), expected, optional);
      Struct struct = published.getStruct(name + "_s");
      assertPart(struct.schema().field("x").schema(), struct.get("x"), expected, optional);
      Schema array = published.schema().field(name + "_a").schema();
      Object element = published.getArray(name + "_a").get(0);
      assertPart(array.valueSchema(), element, expected, optional);
      Schema map = published.schema().field(name + "_m").schema();
      Map.Entry<?, ?> entry = published.getMap(name + "_m").entrySet().iterator().next();
      assertPart(map.keySchema(), entry.getKey(), expected, false);
      assertPart(map.valueSchema(), entry.getValue(), expected, optional);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void keys(Map<String, String> modes, String nullability) {
    List<Example> keyable =
        EXAMPLES.stream().filter(example -> !KEYS.get(example.in(modes)).equals("none")).toList();
    List<Field> columns = new ArrayList<>();
    keyable.forEach(example -> columns.add(required("k" + columns.size(), example.dataType())));

    SourceRecord record =
        create(
            String.join(",", columns.stream().map(Field::name).toList()),
            modes,
            nullability,
            columns,
            keyable.stream().map(Example::value).toList());

    Struct key = (Struct) record.key();
    key.validate();
    for (int i = 0; i < keyable.size(); i++) {
      String name = columns.get(i).name();
      String expected = KEYS.get(keyable.get(i).in(modes));
      assertPart(key.schema().field(name).schema(), key.get(name), expected, false);
    }
  }

  private static SourceRecord create(
      String key,
      Map<String, String> modes,
      String nullability,
      List<Field> columns,
      List<Object> row) {
    List<String> options = new ArrayList<>(List.of("schema.nullability", nullability));
    modes.forEach(
        (option, mode) -> {
          options.add(option);
          options.add(mode);
        });
    return new RecordFixture(key, options.toArray(String[]::new))
        .create(new TableSchema(columns, List.of()), row.toArray());
  }

  private static void assertPart(Schema schema, Object value, String text, boolean optional) {
    assertThat(schema.isOptional()).isEqualTo(optional);
    String name = schema.name() == null ? "" : " (`" + schema.name() + "`)";
    assertThat(schema.type() + name + " `" + text(schema, value) + "`").isEqualTo(text);
  }

  /** Returns a value of a record; for Connect's dates and timestamps the serialized number. */
  private static String text(Schema schema, Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.ofDelimiter(" ").formatHex(bytes);
    } else if (value instanceof ByteBuffer bytes) {
      return HexFormat.ofDelimiter(" ").formatHex(bytes.array());
    } else if (Date.LOGICAL_NAME.equals(schema.name())) {
      return String.valueOf(Date.fromLogical(schema, (java.util.Date) value));
    } else if (Timestamp.LOGICAL_NAME.equals(schema.name())) {
      return String.valueOf(Timestamp.fromLogical(schema, (java.util.Date) value));
    }
    return value.toString();
  }
}
