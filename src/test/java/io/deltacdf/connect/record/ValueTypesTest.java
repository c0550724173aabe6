package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import io.deltacdf.connect.testing.Schemas;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each Delta type in each mode: the schema, and values at both ends of their range. */
@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
class ValueTypesTest {
  private static final byte[] BYTES = {(byte) 0xfb, (byte) 0xff, 0, 1};

  private static Arguments type(
      DataType type, String option, String mode, SchemaBuilder schema, Object... pairs) {
    return Arguments.of(type, option, mode, schema.optional().build(), pairs);
  }

  private static Arguments type(DataType type, SchemaBuilder schema, Object... pairs) {
    return type(type, "schema.nullability", "optional", schema, pairs);
  }

  private static SchemaBuilder microTimestamp(String deltaType) {
    return SchemaBuilder.int64()
        .name("io.debezium.time.MicroTimestamp")
        .parameter("delta.type", deltaType);
  }

  static Stream<Arguments> types() {
    return Stream.of(plainTypes(), binaries(), decimals(), dates(), timestamps())
        .flatMap(cases -> cases);
  }

  private static Stream<Arguments> plainTypes() {
    return Stream.of(
        type(Primitive.BOOLEAN, SchemaBuilder.bool(), true, true, false, false),
        type(Primitive.BYTE, SchemaBuilder.int8(), (byte) -128, (byte) -128, (byte) 7, (byte) 7),
        type(
            Primitive.SHORT,
            SchemaBuilder.int16(),
            Short.MIN_VALUE,
            Short.MIN_VALUE,
            Short.MAX_VALUE,
            Short.MAX_VALUE),
        type(
            Primitive.INTEGER,
            SchemaBuilder.int32(),
            Integer.MIN_VALUE,
            Integer.MIN_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE),
        type(
            Primitive.LONG,
            SchemaBuilder.int64(),
            Long.MIN_VALUE,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE),
        type(
            Primitive.FLOAT,
            SchemaBuilder.float32(),
            Float.NaN,
            Float.NaN,
            Float.NEGATIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            -0.0f,
            -0.0f),
        type(
            Primitive.DOUBLE,
            SchemaBuilder.float64(),
            Double.NaN,
            Double.NaN,
            Double.MAX_VALUE,
            Double.MAX_VALUE,
            Double.MIN_VALUE,
            Double.MIN_VALUE),
        type(Primitive.STRING, SchemaBuilder.string(), "", "", "ä€😀\u0000", "ä€😀\u0000"));
  }

  private static Stream<Arguments> binaries() {
    String option = "binary.handling.mode";
    byte[] none = {};
    return Stream.of(
        type(Primitive.BINARY, option, "bytes", SchemaBuilder.bytes(), BYTES, BYTES, none, none),
        type(
            Primitive.BINARY,
            option,
            "base64",
            SchemaBuilder.string(),
            BYTES,
            "+/8AAQ==",
            none,
            ""),
        type(
            Primitive.BINARY,
            option,
            "base64-url-safe",
            SchemaBuilder.string(),
            BYTES,
            "-_8AAQ==",
            none,
            ""),
        type(Primitive.BINARY, option, "hex", SchemaBuilder.string(), BYTES, "fbff0001", none, ""));
  }

  private static Stream<Arguments> decimals() {
    String option = "decimal.handling.mode";
    BigDecimal largest = new BigDecimal(BigInteger.TEN.pow(38).subtract(BigInteger.ONE), 38);
    BigDecimal price = new BigDecimal("-12.30");
    return Stream.of(
        type(
            decimal(38, 38),
            option,
            "precise",
            Decimal.builder(38).parameter("connect.decimal.precision", "38"),
            largest,
            largest),
        type(
            decimal(10, 2),
            option,
            "precise",
            Decimal.builder(2).parameter("connect.decimal.precision", "10"),
            price,
            price),
        type(
            decimal(10, 2),
            option,
            "string",
            SchemaBuilder.string(),
            price,
            "-12.30",
            new BigDecimal("0.00"),
            "0.00"),
        type(
            decimal(38, 38),
            option,
            "string",
            SchemaBuilder.string(),
            new BigDecimal(BigInteger.ONE, 38),
            "0.00000000000000000000000000000000000001"),
        type(decimal(10, 2), option, "double", SchemaBuilder.float64(), price, -12.3));
  }

  private static Stream<Arguments> dates() {
    String option = "time.precision.mode";
    SchemaBuilder days = SchemaBuilder.int32().name("io.debezium.time.Date");
    return Stream.of(
        type(Primitive.DATE, option, "adaptive", days, -719_162, -719_162, 2_932_896, 2_932_896),
        type(
            Primitive.DATE,
            option,
            "microseconds",
            SchemaBuilder.int32().name("io.debezium.time.Date"),
            20_454,
            20_454),
        type(
            Primitive.DATE,
            option,
            "connect",
            org.apache.kafka.connect.data.Date.builder(),
            -719_162,
            new Date(-719_162 * 86_400_000L),
            20_454,
            new Date(20_454 * 86_400_000L)),
        type(
            Primitive.DATE,
            option,
            "isostring",
            SchemaBuilder.string().parameter("delta.type", "date"),
            20_454,
            "2026-01-01",
            -719_162,
            "0001-01-01"));
  }

  private static Stream<Arguments> timestamps() {
    String option = "time.precision.mode";
    long micros = 1_767_225_600_123_456L;
    long old = -62_135_596_800_000_000L;
    return Stream.of(
        type(
            Primitive.TIMESTAMP,
            option,
            "adaptive",
            microTimestamp("timestamp"),
            old,
            old,
            -1L,
            -1L),
        type(
            Primitive.TIMESTAMP_NTZ,
            option,
            "adaptive",
            microTimestamp("timestamp_ntz"),
            micros,
            micros),
        type(
            Primitive.TIMESTAMP,
            option,
            "microseconds",
            microTimestamp("timestamp"),
            micros,
            micros),
        type(
            Primitive.TIMESTAMP_NTZ,
            option,
            "microseconds",
            microTimestamp("timestamp_ntz"),
            micros,
            micros),
        type(
            Primitive.TIMESTAMP,
            option,
            "connect",
            Timestamp.builder().parameter("delta.type", "timestamp"),
            micros,
            new Date(1_767_225_600_123L),
            -1L,
            new Date(-1)),
        type(
            Primitive.TIMESTAMP_NTZ,
            option,
            "connect",
            Timestamp.builder().parameter("delta.type", "timestamp_ntz"),
            -1_001L,
            new Date(-2)),
        type(
            Primitive.TIMESTAMP,
            option,
            "isostring",
            SchemaBuilder.string()
                .name("io.debezium.time.ZonedTimestamp")
                .parameter("delta.type", "timestamp"),
            micros,
            "2026-01-01T00:00:00.123456Z",
            old,
            "0001-01-01T00:00:00.000000Z"),
        type(
            Primitive.TIMESTAMP_NTZ,
            option,
            "isostring",
            SchemaBuilder.string().parameter("delta.type", "timestamp_ntz"),
            micros,
            "2026-01-01T00:00:00.123456"));
  }

  @ParameterizedTest
  @MethodSource("types")
  void eachTypeBecomesItsConnectType(
      DataType type, String option, String mode, Schema expected, Object[] pairs) {
    TableSchema table = schema(field("id", Primitive.LONG), field("v", type));
    RecordFixture fixture = new RecordFixture("id", option, mode).version(table);

    for (int i = 0; i < pairs.length; i += 2) {
      SourceRecord record = fixture.create(MemoryBatch.row(table, 1L, pairs[i]));
      Struct value = (Struct) record.value();
      value.validate();
      assertThat(record.valueSchema().field("v").schema()).isEqualTo(expected);
      assertThat(value.get("v")).isEqualTo(pairs[i + 1]);
    }
    Struct ofNull = (Struct) fixture.create(MemoryBatch.row(table, 1L, null)).value();
    ofNull.validate();
    assertThat(ofNull.get("v")).isNull();
  }

  @Test
  void valueSchemaIsNamedAndHasNoVersionAndNoDoc() {
    SourceRecord record =
        new RecordFixture("id")
            .create(schema(field("id", Primitive.LONG), field("d", Primitive.DATE)), 1L, 2);
    assertThat(record.valueSchema().name()).isEqualTo("shop.orders.Value");
    assertThat(record.valueSchema().version()).isNull();
    assertThat(record.valueSchema().doc()).isNull();
    assertThat(record.valueSchema().isOptional()).isFalse();
    for (org.apache.kafka.connect.data.Field field : record.valueSchema().fields()) {
      assertThat(field.schema().isOptional()).isTrue();
      assertThat(field.schema().defaultValue()).isNull();
      assertThat(field.schema().version()).isNull();
      assertThat(field.schema().doc()).isNull();
    }
  }

  @Test
  void schemaNameIsAdjusted() {
    TableSchema table = schema(field("id", Primitive.LONG));
    Map<String, String> names =
        Map.of(
            "none", "my-shop.orders.Value",
            "avro", "my_shop.orders.Value",
            "avro_unicode", "my_u002dshop.orders.Value");
    names.forEach(
        (mode, name) ->
            assertThat(
                    new RecordFixture(
                            "id", "topic.prefix", "my-shop", "schema.name.adjustment.mode", mode)
                        .create(table, 1L)
                        .valueSchema()
                        .name())
                .isEqualTo(name));
  }

  @Test
  void variantIsJsonText() {
    RecordFixture fixture = new RecordFixture("id");
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("v", Primitive.VARIANT),
            field("doc", Schemas.struct(field("v", Primitive.VARIANT))));
    Struct value = (Struct) fixture.create(table, 1L, "{\"a\":[1,null]}", List.of("null")).value();

    Schema json = SchemaBuilder.string().name("io.debezium.data.Json").optional().build();
    assertThat(value.schema().field("v").schema()).isEqualTo(json);
    assertThat(value.getString("v")).isEqualTo("{\"a\":[1,null]}");
    assertThat(value.getStruct("doc").schema().field("v").schema()).isEqualTo(json);
    assertThat(value.getStruct("doc").getString("v")).isEqualTo("null");
    assertThat(((Struct) fixture.create(table, 1L, null, null).value()).get("v")).isNull();
  }
}
