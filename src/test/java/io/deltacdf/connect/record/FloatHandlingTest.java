package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of NaN and the infinities: {@code float.special.handling}. */
class FloatHandlingTest {
  private static final String OPTION = "float.special.handling";

  /** A column, and numbers in each kind of nesting, none of which may be null in the table. */
  private static TableSchema table(Primitive type) {
    return schema(
        required("id", Primitive.LONG),
        required("v", type),
        required("s", struct(required("x", struct(required("y", type))))),
        required("a", new DataType.Array(type, false)),
        required("m", new DataType.Map(Primitive.STRING, type, false)),
        required(
            "k",
            new DataType.Map(struct(required("z", type)), new DataType.Array(type, false), false)));
  }

  private static Object[] row(Object value) {
    return new Object[] {
      1L,
      value,
      List.of(List.of(value)),
      List.of(value, value),
      Map.of("key", value),
      Map.of(List.of(value), List.of(value))
    };
  }

  private static List<Object> parts(Struct row) {
    Map.Entry<?, ?> entry = row.getMap("k").entrySet().iterator().next();
    return Arrays.asList(
        row.get("v"),
        row.getStruct("s").getStruct("x").get("y"),
        row.getArray("a").get(1),
        row.getMap("m").get("key"),
        ((Struct) entry.getKey()).get("z"),
        ((List<?>) entry.getValue()).get(0));
  }

  private static List<Schema> schemas(Struct row) {
    Schema of = row.schema();
    return List.of(
        of.field("v").schema(),
        of.field("s").schema().field("x").schema().field("y").schema(),
        of.field("a").schema().valueSchema(),
        of.field("m").schema().valueSchema(),
        of.field("k").schema().keySchema().field("z").schema(),
        of.field("k").schema().valueSchema().valueSchema());
  }

  private static Object[] values(Primitive type) {
    return type == Primitive.FLOAT
        ? new Object[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0.1f, -0.0f}
        : new Object[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1, -0.0};
  }

  private static boolean isSpecial(Object value) {
    return !Double.isFinite(((Number) value).doubleValue());
  }

  private static Struct written(TableSchema table, Object value, String mode, String nullability) {
    RecordFixture fixture =
        new RecordFixture("id", OPTION, mode, "schema.nullability", nullability);
    Struct written = (Struct) fixture.create(table, row(value)).value();
    written.validate();
    return written;
  }

  @ParameterizedTest
  @CsvSource({"FLOAT, optional", "FLOAT, table", "DOUBLE, optional", "DOUBLE, table"})
  void passLeavesThemAsTheyAre(Primitive type, String nullability) {
    for (Object value : values(type)) {
      Struct row = written(table(type), value, "pass", nullability);
      assertThat(parts(row)).containsOnly(value);
      assertThat(schemas(row))
          .extracting(Schema::isOptional)
          .containsOnly(nullability.equals("optional"));
    }
  }

  @ParameterizedTest
  @CsvSource({"FLOAT, optional", "FLOAT, table", "DOUBLE, optional", "DOUBLE, table"})
  void nullReplacesThemAtEveryDepthAndMakesOnlyTheseFieldsOptional(
      Primitive type, String nullability) {
    for (Object value : values(type)) {
      Struct row = written(table(type), value, "null", nullability);
      assertThat(parts(row)).containsOnly(isSpecial(value) ? null : value);
      assertThat(schemas(row))
          .extracting(Schema::isOptional, Schema::type)
          .containsOnly(
              org.assertj.core.api.Assertions.tuple(
                  true, type == Primitive.FLOAT ? Schema.Type.FLOAT32 : Schema.Type.FLOAT64));
      assertThat(row.schema().field("s").schema().isOptional())
          .isEqualTo(nullability.equals("optional"));
    }
  }

  @ParameterizedTest
  @CsvSource({"FLOAT, optional", "FLOAT, table", "DOUBLE, optional", "DOUBLE, table"})
  void textMakesEveryNumberAString(Primitive type, String nullability) {
    for (Object value : values(type)) {
      Struct row = written(table(type), value, "text", nullability);
      assertThat(parts(row)).containsOnly(value.toString());
      assertThat(schemas(row)).extracting(Schema::type).containsOnly(Schema.Type.STRING);
    }
    assertThat(written(table(type), values(type)[0], "text", "table").get("v")).isEqualTo("NaN");
  }

  @ParameterizedTest
  @CsvSource({
    "v, v, NaN",
    "s, s.x.y, Infinity",
    "a, a.element, -Infinity",
    "m, m.value, NaN",
    "k, k.key.z, NaN"
  })
  void failNamesTheColumnTheVersionAndTheFile(String column, String path, double value) {
    TableSchema table = table(Primitive.DOUBLE);
    RecordFixture fixture = new RecordFixture("id", OPTION, "fail").version(table);
    Object[] fine = row(0.5);
    assertThat(fixture.create(MemoryBatch.row(table, fine)).value()).isNotNull();
    int ordinal = table.fields().stream().map(of -> of.name()).toList().indexOf(column);
    fine[ordinal] = row(value)[ordinal];

    assertThatThrownBy(() -> fixture.create(MemoryBatch.row(table, fine)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContainingAll(
            "version 1 of table 'orders'",
            "has " + value + " in column '" + path + "'",
            Changes.FILE,
            "'float.special.handling=null'",
            "'tables.orders.column.exclude.list'");
    // A tombstone has no numbers.
    assertThat(fixture.delete(MemoryBatch.row(table, fine)).value()).isNull();
  }

  @Test
  void theKeyOfAMapCannotBecomeNull() {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("m", new DataType.Map(Primitive.DOUBLE, Primitive.LONG, true)));
    RecordFixture nulls = new RecordFixture("id", OPTION, "null").version(table);
    assertThat(nulls.create(MemoryBatch.row(table, 1L, Map.of(0.5, 1L))).value()).isNotNull();
    assertThatThrownBy(() -> nulls.create(MemoryBatch.row(table, 1L, Map.of(Double.NaN, 1L))))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("has NaN in column 'm.key'");

    Struct text =
        (Struct)
            new RecordFixture("id", OPTION, "text")
                .create(table, 1L, Map.of(Double.NaN, 1L))
                .value();
    text.validate();
    assertThat(text.getMap("m")).isEqualTo(Map.of("NaN", 1L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"optional", "table"})
  void bothRowsOfAnEnvelopeAreHandled(String nullability) {
    TableSchema table = schema(required("id", Primitive.LONG), required("v", Primitive.DOUBLE));
    MemoryBatch rows =
        MemoryBatch.of(
            table, new Object[] {1L, Double.NaN}, new Object[] {1L, Double.NEGATIVE_INFINITY});
    String[] options = {
      "record.format", "debezium", "schema.nullability", nullability, OPTION, "null"
    };
    RecordFixture nulls = new RecordFixture("id", options).version(table);
    Struct update = (Struct) nulls.append(Changes.update(rows, 0, rows, 1)).last().value();
    update.validate();
    assertThat(update.getStruct("before").get("v")).isNull();
    assertThat(update.getStruct("after").get("v")).isNull();

    // A later version has another schema: the row before the change is converted to it.
    TableSchema wider =
        schema(
            required("id", Primitive.LONG),
            required("v", Primitive.DOUBLE),
            field("w", Primitive.LONG));
    MemoryBatch after = MemoryBatch.row(wider, 1L, 0.5, 2L);
    nulls.version(wider);
    Struct converted = (Struct) nulls.append(Changes.update(rows, 0, after, 0)).last().value();
    converted.validate();
    assertThat(converted.getStruct("before").get("v")).isNull();
    assertThat(converted.getStruct("after").get("v")).isEqualTo(0.5);

    options[5] = "fail";
    RecordFixture fail = new RecordFixture("id", options).version(table);
    assertThatThrownBy(
            () -> fail.append(Changes.update(rows, 0, MemoryBatch.row(table, 1L, 0.5), 0)))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("has NaN in column 'v'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pass", "null", "fail", "text"})
  void aFloatIsNoKeyInAnyMode(String mode) {
    TableSchema table = schema(field("id", Primitive.DOUBLE));
    assertThatThrownBy(() -> new RecordFixture("id", OPTION, mode).version(table))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID));
  }

  @Test
  void theTextCountsInTheSizeOfTheRecord() {
    TableSchema table = schema(field("id", Primitive.LONG), field("v", Primitive.DOUBLE));
    RecordFixture numbers = new RecordFixture("id");
    numbers.create(table, 1L, 0.5);
    RecordFixture texts = new RecordFixture("id", OPTION, "text");
    texts.create(table, 1L, 0.5);
    assertThat(texts.lastSize()).isGreaterThan(numbers.lastSize());
  }
}
