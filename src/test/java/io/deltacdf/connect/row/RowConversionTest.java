package io.deltacdf.connect.row;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.mapped;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.record.RecordFixture;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The "before" row of an update in a commit that changes the schema. */
class RowConversionTest {
  private static final Field ID = field("id", Primitive.LONG);

  private static MemoryBatch row(TableSchema schema, Object... values) {
    return MemoryBatch.row(schema, values);
  }

  /** Returns a row whose first column is the key and whose other columns are null. */
  private static MemoryBatch keyAlone(TableSchema schema) {
    Object[] values = new Object[schema.size()];
    values[0] = 1L;
    return MemoryBatch.row(schema, values);
  }

  /** Returns the envelope of an update, which has the schema of the "after" row. */
  private static Struct update(MemoryBatch before, MemoryBatch after, String... options) {
    String[] all = Arrays.copyOf(options, options.length + 4);
    all[options.length] = "record.format";
    all[options.length + 1] = "debezium";
    all[options.length + 2] = "unsafe.schema.change";
    all[options.length + 3] = "publish";
    RecordFixture fixture =
        new RecordFixture("id", all).version(before.schema()).version(after.schema());
    fixture.append(Changes.update(before, 0, after, 0));
    Struct value = (Struct) fixture.last().value();
    value.validate();
    return value;
  }

  /** Returns a column's value in the "before" row after conversion to another type. */
  private static Object converted(DataType from, DataType to, Object value, String... options) {
    MemoryBatch before = row(schema(ID, field("v", from)), 1L, value);
    return update(before, keyAlone(schema(ID, field("v", to))), options)
        .getStruct("before")
        .get("v");
  }

  static Stream<Arguments> widened() {
    BigDecimal cents = new BigDecimal("12.50");
    return Stream.of(
        Arguments.of(Primitive.BYTE, 7, Primitive.SHORT, (short) 7),
        Arguments.of(Primitive.BYTE, 7, Primitive.INTEGER, 7),
        Arguments.of(Primitive.SHORT, -7, Primitive.INTEGER, -7),
        Arguments.of(Primitive.BYTE, 7, Primitive.LONG, 7L),
        Arguments.of(Primitive.SHORT, 7, Primitive.LONG, 7L),
        Arguments.of(Primitive.INTEGER, 7, Primitive.LONG, 7L),
        Arguments.of(Primitive.INTEGER, 7, Primitive.DOUBLE, 7d),
        Arguments.of(Primitive.FLOAT, 1.5f, Primitive.DOUBLE, 1.5d),
        Arguments.of(Primitive.BYTE, 7, decimal(3, 0), new BigDecimal("7")),
        Arguments.of(Primitive.SHORT, 7, decimal(7, 2), new BigDecimal("7.00")),
        Arguments.of(Primitive.INTEGER, 7, decimal(10, 0), new BigDecimal("7")),
        Arguments.of(Primitive.LONG, 7L, decimal(20, 0), new BigDecimal("7")),
        Arguments.of(decimal(6, 2), cents, decimal(9, 2), cents),
        Arguments.of(decimal(6, 2), cents, decimal(8, 4), new BigDecimal("12.5000")),
        Arguments.of(Primitive.DATE, -1, Primitive.TIMESTAMP_NTZ, -86_400_000_000L),
        Arguments.of(
            array(Primitive.INTEGER),
            Arrays.asList(1, null),
            array(Primitive.LONG),
            Arrays.asList(1L, null)),
        Arguments.of(
            map(Primitive.SHORT, Primitive.FLOAT),
            Map.of(1, 2.5f),
            map(Primitive.LONG, Primitive.DOUBLE),
            Map.of(1L, 2.5d)),
        Arguments.of(
            map(Primitive.STRING, array(Primitive.DATE)),
            Map.of("k", List.of(1)),
            map(Primitive.STRING, array(Primitive.TIMESTAMP_NTZ)),
            Map.of("k", List.of(86_400_000_000L))));
  }

  @ParameterizedTest
  @MethodSource("widened")
  void aWidenedColumnKeepsItsValueInTheNewType(
      DataType from, Object value, DataType to, Object expected) {
    assertThat(converted(from, to, value)).isEqualTo(expected);
    assertThat(converted(from, to, null)).isNull();
  }

  static Stream<Arguments> replaced() {
    return Stream.of(
        Arguments.of(Primitive.STRING, "7", Primitive.LONG),
        Arguments.of(Primitive.LONG, 7L, Primitive.STRING),
        Arguments.of(Primitive.LONG, 7L, Primitive.INTEGER),
        Arguments.of(Primitive.INTEGER, 7, Primitive.SHORT),
        Arguments.of(Primitive.LONG, 7L, Primitive.DOUBLE),
        Arguments.of(Primitive.DOUBLE, 7d, Primitive.FLOAT),
        Arguments.of(Primitive.STRING, "x", Primitive.BINARY),
        Arguments.of(Primitive.DATE, 7, Primitive.TIMESTAMP),
        Arguments.of(Primitive.INTEGER, 7, Primitive.DATE),
        Arguments.of(Primitive.INTEGER, 7, decimal(9, 0)),
        Arguments.of(Primitive.LONG, 7L, decimal(20, 2)),
        Arguments.of(Primitive.BOOLEAN, true, decimal(20, 2)),
        Arguments.of(decimal(9, 2), new BigDecimal("7.00"), decimal(6, 2)),
        Arguments.of(decimal(9, 2), new BigDecimal("7.00"), decimal(9, 1)),
        Arguments.of(decimal(9, 2), new BigDecimal("7.00"), decimal(9, 4)),
        Arguments.of(decimal(9, 0), new BigDecimal("7"), Primitive.LONG),
        Arguments.of(array(Primitive.LONG), List.of(7L), array(Primitive.STRING)),
        Arguments.of(
            map(Primitive.LONG, Primitive.LONG),
            Map.of(7L, 7L),
            map(Primitive.STRING, Primitive.LONG)),
        Arguments.of(
            map(Primitive.LONG, Primitive.LONG),
            Map.of(7L, 7L),
            map(Primitive.LONG, Primitive.STRING)),
        Arguments.of(struct(field("a", Primitive.LONG)), List.of(7L), Primitive.LONG));
  }

  @ParameterizedTest
  @MethodSource("replaced")
  void aColumnIsNullIfItsNewTypeCannotHoldTheOldValues(DataType from, Object value, DataType to) {
    assertThat(converted(from, to, value)).isNull();
  }

  @Test
  void valuesArePublishedAsTheirNewType() {
    assertThat(
            converted(
                decimal(6, 2),
                decimal(8, 4),
                new BigDecimal("12.50"),
                "decimal.handling.mode",
                "string"))
        .isEqualTo("12.5000");
    assertThat(
            converted(
                Primitive.DATE, Primitive.TIMESTAMP_NTZ, 0, "time.precision.mode", "isostring"))
        .isEqualTo("1970-01-01T00:00:00.000000");
  }

  @Test
  void columnsAreMatchedByPhysicalName() {
    MemoryBatch before =
        row(
            schema(
                mapped("id", "c1", Primitive.LONG),
                mapped("note", "c2", Primitive.STRING),
                mapped("gone", "c3", Primitive.STRING),
                mapped("more", "c4", Primitive.STRING)),
            1L,
            "n",
            "g",
            "m");
    MemoryBatch after =
        keyAlone(
            schema(
                mapped("id", "c1", Primitive.LONG),
                mapped("added", "c5", Primitive.STRING),
                mapped("more", "c2", Primitive.STRING),
                mapped("note", "c4", Primitive.STRING)));

    Struct row = update(before, after).getStruct("before");
    assertThat(row.get("id")).isEqualTo(1L);
    assertThat(row.get("more")).isEqualTo("n");
    assertThat(row.get("note")).isEqualTo("m");
    assertThat(row.get("added")).isNull();
  }

  @Test
  void aColumnReplacedByOneWithTheSameNameIsMatched() {
    MemoryBatch before =
        row(
            schema(mapped("id", "c1", Primitive.LONG), mapped("Note", "c2", Primitive.STRING)),
            1L,
            "n");
    MemoryBatch after =
        keyAlone(
            schema(mapped("id", "c7", Primitive.LONG), mapped("note", "c8", Primitive.STRING)));

    Struct row = update(before, after).getStruct("before");
    assertThat(row.get("id")).isEqualTo(1L);
    assertThat(row.get("note")).isEqualTo("n");
  }

  @Test
  void anExistingColumnThatTakesTheNameOfADroppedOneIsNotMatchedWithIt() {
    MemoryBatch before =
        row(
            schema(
                mapped("id", "c1", Primitive.LONG),
                mapped("note", "c2", Primitive.STRING),
                mapped("old", "c3", Primitive.STRING)),
            1L,
            "n",
            "o");
    MemoryBatch after =
        keyAlone(
            schema(mapped("id", "c1", Primitive.LONG), mapped("note", "c3", Primitive.STRING)));

    assertThat(update(before, after).getStruct("before").get("note")).isEqualTo("o");
  }

  @Test
  void structFieldsAreMatchedLikeColumns() {
    DataType from =
        struct(
            mapped("a", "f1", Primitive.INTEGER),
            mapped("b", "f2", Primitive.STRING),
            mapped("c", "f3", Primitive.STRING));
    DataType to =
        struct(
            mapped("new", "f4", Primitive.LONG),
            mapped("c", "f3", Primitive.LONG),
            mapped("renamed", "f1", Primitive.LONG));
    List<Object> value = List.of(7, "b", "c");

    Struct inRow = (Struct) converted(from, to, value);
    Struct inArray = (Struct) ((List<?>) converted(array(from), array(to), List.of(value))).get(0);
    Struct inMap =
        (Struct)
            ((Map<?, ?>)
                    converted(
                        map(Primitive.STRING, from), map(Primitive.STRING, to), Map.of("k", value)))
                .get("k");
    assertThat(List.of(inRow, inArray, inMap))
        .allSatisfy(
            struct -> {
              assertThat(struct.get("renamed")).isEqualTo(7L);
              assertThat(struct.get("c")).isNull();
              assertThat(struct.get("new")).isNull();
            });
    assertThat(converted(from, to, null)).isNull();
  }

  @Test
  void aRowWithANullInARequiredColumnIsLeftOut() {
    MemoryBatch before = row(schema(ID, field("note", Primitive.STRING)), 1L, "n");
    MemoryBatch after = row(schema(ID, required("added", Primitive.LONG)), 1L, 2L);

    Struct strict = update(before, after, "schema.nullability", "table");
    assertThat(strict.getStruct("before")).isNull();
    assertThat(strict.getStruct("after").get("added")).isEqualTo(2L);
    assertThat(strict.get("op")).isEqualTo("u");
    Struct optional = update(before, after);
    assertThat(optional.getStruct("before").get("id")).isEqualTo(1L);
    assertThat(optional.getStruct("before").get("added")).isNull();
  }

  @Test
  void excludedColumnsAreNotRead() {
    MemoryBatch before =
        row(
                schema(ID, field("secret", Primitive.STRING), field("n", Primitive.INTEGER)),
                1L,
                "s",
                7)
            .only(0, 2);
    MemoryBatch after =
        keyAlone(schema(ID, field("secret", Primitive.LONG), field("n", Primitive.LONG)));

    Struct row =
        update(before, after.only(0, 2), "column.exclude.list", "secret").getStruct("before");
    assertThat(row.schema().field("secret")).isNull();
    assertThat(row.get("n")).isEqualTo(7L);
  }

  @Test
  void rowsOfSeveralFilesAreConverted() {
    TableSchema from = schema(ID, field("n", Primitive.INTEGER));
    TableSchema to = schema(ID, field("n", Primitive.LONG));
    RecordFixture fixture =
        new RecordFixture("id", "record.format", "debezium").version(from).version(to);
    MemoryBatch first = MemoryBatch.of(from, new Object[] {1L, 1}, new Object[] {1L, 2});
    MemoryBatch second = row(from, 1L, 3);
    MemoryBatch third = row(to, 1L, 4L);
    fixture
        .append(Changes.update(first, 0, keyAlone(to), 0))
        .append(Changes.update(first, 1, keyAlone(to), 0))
        .append(Changes.update(second, 0, keyAlone(to), 0))
        .append(Changes.update(third, 0, keyAlone(to), 0))
        .append(Changes.update(first, 0, keyAlone(to), 0));

    assertThat(fixture.emitted)
        .extracting(made -> ((Struct) made.record().value()).getStruct("before").get("n"))
        .containsExactly(1L, 2L, 3L, 4L, 1L);
  }
}
