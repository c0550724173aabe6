package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.mapped;
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
import io.deltacdf.connect.table.column.TypeNames;
import io.deltacdf.connect.testing.MemoryBatch;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeysTest {
  private static final long MICROS = 1_767_225_600_123_456L;

  private static SourceRecord ofOne(DataType type, Object value, String... options) {
    return new RecordFixture("k", options).create(schema(field("k", type)), value);
  }

  private static SourceRecord ofTwo(
      DataType first, DataType second, Object a, Object b, String... options) {
    return new RecordFixture("a,b", options)
        .create(schema(field("b", second), field("a", first)), b, a);
  }

  static Stream<Arguments> plain() {
    byte[] bytes = {1, -1};
    return Stream.of(
        Arguments.of(Primitive.BYTE, (byte) 1, Schema.INT64_SCHEMA, 1L),
        Arguments.of(Primitive.SHORT, (short) -1, Schema.INT64_SCHEMA, -1L),
        Arguments.of(Primitive.INTEGER, 7, Schema.INT64_SCHEMA, 7L),
        Arguments.of(Primitive.LONG, Long.MIN_VALUE, Schema.INT64_SCHEMA, Long.MIN_VALUE),
        Arguments.of(Primitive.STRING, "", Schema.STRING_SCHEMA, ""),
        Arguments.of(Primitive.STRING, "a|b\\c", Schema.STRING_SCHEMA, "a|b\\c"),
        Arguments.of(Primitive.BOOLEAN, true, Schema.BOOLEAN_SCHEMA, true),
        Arguments.of(Primitive.BINARY, bytes, Schema.BYTES_SCHEMA, bytes),
        Arguments.of(
            Primitive.DATE, 3, SchemaBuilder.int32().name("io.debezium.time.Date").build(), 3),
        Arguments.of(
            Primitive.TIMESTAMP,
            MICROS,
            SchemaBuilder.int64()
                .name("io.debezium.time.MicroTimestamp")
                .parameter("delta.type", "timestamp")
                .build(),
            MICROS),
        Arguments.of(
            decimal(5, 2),
            new BigDecimal("1.50"),
            Decimal.builder(2).parameter("connect.decimal.precision", "5").build(),
            new BigDecimal("1.50")));
  }

  @ParameterizedTest
  @MethodSource("plain")
  void oneColumnIsItsPlainValue(DataType type, Object value, Schema schema, Object key) {
    SourceRecord record = ofOne(type, value);
    assertThat(record.keySchema()).isEqualTo(schema);
    assertThat(record.key()).isEqualTo(key);
  }

  @Test
  void aSingleColumnIsTextOnlyIfItIsNeitherIntegerNorString() {
    String[] string = {"key.format", "string"};
    assertThat(ofOne(Primitive.INTEGER, 7, string).key()).isEqualTo(7L);
    assertThat(ofOne(Primitive.STRING, "a|b\\c", string).key()).isEqualTo("a|b\\c");
    assertThat(ofOne(Primitive.DATE, 0, string).key()).isEqualTo("1970-01-01");
    assertThat(ofOne(Primitive.DATE, 0, string).keySchema()).isEqualTo(Schema.STRING_SCHEMA);
    assertThat(ofOne(Primitive.BINARY, new byte[] {-1}, string).key()).isEqualTo("/w==");
  }

  @Test
  void severalColumnsAreAStructInTheConfiguredOrder() {
    SourceRecord record = ofTwo(Primitive.INTEGER, Primitive.STRING, 1, "x");
    assertThat(record.keySchema())
        .isEqualTo(
            SchemaBuilder.struct()
                .name("shop.orders.Key")
                .field("a", Schema.INT64_SCHEMA)
                .field("b", Schema.STRING_SCHEMA)
                .build());
    Struct key = (Struct) record.key();
    key.validate();
    assertThat(key.get("a")).isEqualTo(1L);
    assertThat(key.get("b")).isEqualTo("x");
  }

  @Test
  void structFormatAlsoAppliesToASingleColumn() {
    SourceRecord record = ofOne(Primitive.STRING, "x", "key.format", "struct");
    assertThat(((Struct) record.key()).get("k")).isEqualTo("x");
    assertThat(record.keySchema().name()).isEqualTo("shop.orders.Key");
  }

  @Test
  void structFieldsHaveTheNamesOfTheValuesFields() {
    SourceRecord record =
        new RecordFixture("order id,x", "field.name.adjustment.mode", "avro")
            .create(schema(field("order id", Primitive.LONG), field("x", Primitive.LONG)), 1L, 2L);
    assertThat(record.keySchema().fields())
        .extracting(org.apache.kafka.connect.data.Field::name)
        .containsExactly("order_id", "x");
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of(Primitive.BYTE, (byte) -5, "-5"),
        Arguments.of(Primitive.LONG, Long.MAX_VALUE, "9223372036854775807"),
        Arguments.of(Primitive.BOOLEAN, false, "false"),
        Arguments.of(Primitive.STRING, "ä", "ä"),
        Arguments.of(Primitive.DATE, -1, "1969-12-31"),
        Arguments.of(Primitive.TIMESTAMP, MICROS, "2026-01-01T00:00:00.123456Z"),
        Arguments.of(Primitive.TIMESTAMP_NTZ, MICROS, "2026-01-01T00:00:00.123456"),
        Arguments.of(decimal(38, 10), new BigDecimal("0.0000000001"), "0.0000000001"),
        Arguments.of(Primitive.BINARY, new byte[] {-5, -1}, "+/8="));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void joinedKeysHaveCanonicalTexts(DataType type, Object value, String text) {
    SourceRecord record = ofTwo(type, Primitive.INTEGER, value, 1, "key.format", "string");
    assertThat(record.keySchema()).isEqualTo(Schema.STRING_SCHEMA);
    assertThat(record.key()).isEqualTo(text + "|1");
  }

  @ParameterizedTest
  @CsvSource({
    "a, b, a|b",
    "a|b, c, a\\|b|c",
    "a, b|c, a|b\\|c",
    "a\\, b, a\\\\|b",
    "a, \\b, a|\\\\b",
    "'', '', |",
    "||, \\\\, \\|\\||\\\\\\\\",
  })
  void delimitersAndEscapesInsideAreEscaped(String a, String b, String key) {
    assertThat(ofTwo(Primitive.STRING, Primitive.STRING, a, b, "key.format", "string").key())
        .isEqualTo(key);
  }

  @Test
  void anyCharacterMayBeTheDelimiter() {
    String[] dash = {"key.format", "string", "key.delimiter", "-"};
    assertThat(ofTwo(Primitive.INTEGER, Primitive.DATE, -1, 0, dash).key())
        .isEqualTo("\\-1-1970\\-01\\-01");
  }

  @Test
  void binaryTextFollowsItsHandling() {
    String[] hex = {"key.format", "string", "binary.handling.mode", "hex"};
    assertThat(ofTwo(Primitive.BINARY, Primitive.INTEGER, new byte[] {-1}, 1, hex).key())
        .isEqualTo("ff|1");
  }

  @Test
  void keysKeepAllDigitsInLossyModes() {
    assertThat(ofOne(Primitive.TIMESTAMP, MICROS, "time.precision.mode", "connect").key())
        .isEqualTo(MICROS);
    assertThat(ofOne(Primitive.TIMESTAMP_NTZ, MICROS, "time.precision.mode", "connect").key())
        .isEqualTo(MICROS);
    BigDecimal exact = new BigDecimal("1234567890123456789.01");
    assertThat(ofOne(decimal(38, 2), exact, "decimal.handling.mode", "double").key())
        .isEqualTo(exact);
    assertThat(ofOne(decimal(38, 2), exact, "decimal.handling.mode", "string").key())
        .isEqualTo("1234567890123456789.01");
  }

  static Stream<Arguments> rejected() {
    return Stream.of(
        Arguments.of(Primitive.FLOAT, "float"),
        Arguments.of(Primitive.DOUBLE, "double"),
        Arguments.of(Primitive.VARIANT, "variant"),
        Arguments.of(struct(field("x", Primitive.LONG)), "struct"),
        Arguments.of(array(Primitive.LONG), "array"),
        Arguments.of(map(Primitive.STRING, Primitive.LONG), "map"));
  }

  @ParameterizedTest
  @MethodSource("rejected")
  void typesWithoutAUniqueFormAreRejected(DataType type, String name) {
    TableSchema table = schema(field("id", Primitive.LONG), field("Bad", type));
    for (String format : new String[] {"auto", "struct", "string"}) {
      assertThatThrownBy(() -> new RecordFixture("id,bad", "key.format", format).version(table))
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
          .hasMessageContaining("'Bad' of table 'orders'")
          .hasMessageContaining("type " + name)
          .hasMessageContaining("tables.orders.key");
    }
  }

  @Test
  void checkFindsTheSameErrorsAsStartVersion() {
    RecordFixture fixture = new RecordFixture("id");
    TableSchema table = schema(field("id", Primitive.DOUBLE));
    assertThatThrownBy(() -> RecordFactory.check(fixture.table, fixture.records, table, 3))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("type double");
    RecordFactory.check(fixture.table, fixture.records, schema(field("ID", Primitive.LONG)), 3);
  }

  @Test
  void wideningAnIntegerKeyChangesNothing() {
    RecordFixture fixture = new RecordFixture("id");
    SourceRecord before = fixture.create(schema(field("id", Primitive.INTEGER)), 7);
    SourceRecord after = fixture.create(schema(field("id", Primitive.LONG)), 7L);
    assertThat(after.key()).isEqualTo(before.key());
    assertThat(after.keySchema()).isSameAs(before.keySchema());
  }

  @Test
  void aPlainKeyFollowsItsColumnThroughARename() {
    RecordFixture fixture = new RecordFixture("id");
    SourceRecord before = fixture.create(schema(mapped("id", "col-1", Primitive.LONG)), 7L);
    SourceRecord after =
        fixture.create(
            schema(
                mapped("id", "col-2", Primitive.LONG), mapped("order_id", "col-1", Primitive.LONG)),
            8L,
            7L);
    assertThat(after.key()).isEqualTo(7L);
    assertThat(after.keySchema()).isSameAs(before.keySchema());
  }

  @Test
  void aJoinedKeyFollowsItsColumnsToo() {
    RecordFixture fixture = new RecordFixture("a,b", "key.format", "string");
    fixture.create(
        schema(mapped("a", "c1", Primitive.LONG), mapped("b", "c2", Primitive.LONG)), 1L, 2L);
    assertThat(
            fixture
                .create(
                    schema(mapped("y", "c2", Primitive.LONG), mapped("x", "c1", Primitive.LONG)),
                    2L,
                    1L)
                .key())
        .isEqualTo("1|2");
  }

  @Test
  void aRenameInsideAStructKeyIsRejected() {
    RecordFixture fixture = new RecordFixture("a,b");
    fixture.version(schema(mapped("a", "c1", Primitive.LONG), mapped("b", "c2", Primitive.LONG)));
    assertThatThrownBy(
            () ->
                fixture.version(
                    schema(mapped("a", "c1", Primitive.LONG), mapped("c", "c2", Primitive.LONG))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContaining("Version 2 of table 'orders'")
        .hasMessageContaining("renames key column 'b' to 'c'")
        .hasMessageContaining("new snapshot");
  }

  @ParameterizedTest
  @CsvSource({"INTEGER, STRING", "DATE, TIMESTAMP_NTZ", "STRING, BINARY", "LONG, DATE"})
  void aChangedTypeOfAKeyColumnIsRejected(Primitive from, Primitive to) {
    RecordFixture fixture = new RecordFixture("id").version(schema(field("id", from)));
    assertThatThrownBy(() -> fixture.version(schema(field("id", to))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContaining("Version 2 of table 'orders'")
        .hasMessageContaining("from " + TypeNames.of(from) + " to " + TypeNames.of(to))
        .hasMessageContaining("new snapshot");
  }

  @Test
  void aChangedScaleOfADecimalKeyIsRejected() {
    RecordFixture fixture =
        new RecordFixture("id", "key.format", "string").version(schema(field("id", decimal(9, 2))));
    assertThatThrownBy(() -> fixture.version(schema(field("id", decimal(9, 3)))))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("from decimal(9,2) to decimal(9,3)");
  }

  @Test
  void anUnknownColumnIsRejected() {
    assertThatThrownBy(() -> new RecordFixture("nope").version(schema(field("id", Primitive.LONG))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContaining("'nope'")
        .hasMessageContaining("id");
  }

  @Test
  void C59_aNullKeyIsAnError() {
    TableSchema table = schema(field("id", Primitive.LONG), field("Part", Primitive.STRING));
    RecordFixture fixture = new RecordFixture("id,part").version(table);
    assertThatThrownBy(() -> fixture.create(MemoryBatch.row(table, 1L, null)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_NULL))
        .hasMessageContaining("version 1 of table 'orders'")
        .hasMessageContaining("'Part'")
        .hasMessageContaining(Changes.FILE)
        .hasMessageContaining("null.key.handling=skip");
  }

  @Test
  void C59_nullKeysMayBeLeftOut() {
    TableSchema table = schema(field("id", Primitive.LONG));
    RecordFixture fixture = new RecordFixture("id", "null.key.handling", "skip").version(table);
    MemoryBatch batch =
        MemoryBatch.of(table, new Object[] {null}, new Object[] {1L}, new Object[] {null});
    fixture.append(Changes.create(batch, 0));
    fixture.append(Changes.create(batch, 1));
    fixture.append(Changes.delete(batch, 2));

    assertThat(fixture.emitted).hasSize(1);
    assertThat(fixture.last().key()).isEqualTo(1L);
    assertThat(fixture.factory.skippedNullKeys()).isEqualTo(2);
  }
}
