package io.deltacdf.connect.table.variant;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the JSON text of every type of the variant specification. The types that Spark can write
 * are also compared with Spark's own text, in the tables {@code variant} and {@code
 * variant_shredded} of the comparison with Spark.
 */
class VariantTextTest {
  /** 2024-03-10T10:00:00.5Z in microseconds. */
  private static final long TIME = 1_710_064_800_500_000L;

  static Stream<Arguments> values() {
    return Stream.of(
        value("null", VariantBuilder::appendNull),
        value("true", b -> b.appendBoolean(true)),
        value("-128", b -> b.appendByte((byte) -128)),
        value("32767", b -> b.appendShort(Short.MAX_VALUE)),
        value("-2147483648", b -> b.appendInt(Integer.MIN_VALUE)),
        value("9223372036854775807", b -> b.appendLong(Long.MAX_VALUE)),
        value("0.1", b -> b.appendFloat(0.1f)),
        value("\"NaN\"", b -> b.appendFloat(Float.NaN)),
        value("1.0E100", b -> b.appendDouble(1e100)),
        value("\"-Infinity\"", b -> b.appendDouble(Double.NEGATIVE_INFINITY)),
        value("1.5", b -> b.appendDecimal(new BigDecimal("1.500"))),
        value("-0.000001", b -> b.appendDecimal(new BigDecimal("-0.000001"))),
        value(
            "99999999999999999999999999999999999999",
            b -> b.appendDecimal(new BigDecimal("99999999999999999999999999999999999999"))),
        value("\"2024-03-10\"", b -> b.appendDate(19792)),
        value("\"-0001-01-01\"", b -> b.appendDate(-719893)),
        value("\"2024-03-10 10:00:00.5+00:00\"", b -> b.appendTimestampTz(TIME)),
        value("\"2024-03-10 10:00:00\"", b -> b.appendTimestampNtz(TIME - 500_000)),
        value("\"1969-12-31 23:59:59.999999\"", b -> b.appendTimestampNtz(-1)),
        value(
            "\"2024-03-10 10:00:00.500000001+00:00\"",
            b -> b.appendTimestampNanosTz(TIME * 1000 + 1)),
        value("\"2024-03-10 10:00:00.5\"", b -> b.appendTimestampNanosNtz(TIME * 1000)),
        value("\"10:00:00.500\"", b -> b.appendTime(36_000_500_000L)),
        value("\"AP8Q\"", b -> b.appendBinary(ByteBuffer.wrap(new byte[] {0, -1, 16}))),
        value(
            "\"00112233-4455-6677-8899-aabbccddeeff\"",
            b -> b.appendUUID(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"))),
        value("\"q\\\"\\\\\\n\\u0001für 😀\"", b -> b.appendString("q\"\\\n\u0001für 😀")),
        value("\"" + "x".repeat(100) + "\"", b -> b.appendString("x".repeat(100))),
        value("{\"a\\\"b\":[1,null,{}],\"z\":\"\"}", VariantTextTest::nested),
        value("[]", VariantTextTest::emptyArray));
  }

  private static void nested(VariantBuilder builder) {
    VariantObjectBuilder object = builder.startObject();
    object.appendKey("z");
    object.appendString("");
    object.appendKey("a\"b");
    VariantArrayBuilder array = object.startArray();
    array.appendInt(1);
    array.appendNull();
    array.startObject();
    array.endObject();
    object.endArray();
    builder.endObject();
  }

  private static void emptyArray(VariantBuilder builder) {
    builder.startArray();
    builder.endArray();
  }

  private static Arguments value(String json, Consumer<VariantBuilder> value) {
    return Arguments.of(json, value);
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesAreWrittenAsSparkWritesThem(String json, Consumer<VariantBuilder> value) {
    VariantBuilder builder = new VariantBuilder();
    value.accept(builder);
    assertThat(VariantText.of(builder.build())).isEqualTo(json);
  }
}
