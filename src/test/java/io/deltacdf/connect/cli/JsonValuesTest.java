package io.deltacdf.connect.cli;

import static io.deltacdf.connect.table.column.DataType.Primitive.BINARY;
import static io.deltacdf.connect.table.column.DataType.Primitive.BOOLEAN;
import static io.deltacdf.connect.table.column.DataType.Primitive.BYTE;
import static io.deltacdf.connect.table.column.DataType.Primitive.DATE;
import static io.deltacdf.connect.table.column.DataType.Primitive.DOUBLE;
import static io.deltacdf.connect.table.column.DataType.Primitive.FLOAT;
import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.LONG;
import static io.deltacdf.connect.table.column.DataType.Primitive.SHORT;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP_NTZ;
import static io.deltacdf.connect.table.column.DataType.Primitive.VARIANT;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.testing.MemoryColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonValuesTest {
  @Test
  void numbersBooleansAndNull() throws IOException {
    assertThat(json(BOOLEAN, true)).isEqualTo("true");
    assertThat(json(BYTE, (byte) -128)).isEqualTo("-128");
    assertThat(json(SHORT, (short) 32767)).isEqualTo("32767");
    assertThat(json(INTEGER, Integer.MIN_VALUE)).isEqualTo("-2147483648");
    assertThat(json(LONG, Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(json(LONG, null)).isEqualTo("null");
  }

  @Test
  void notANumberAndInfinityAreStrings() throws IOException {
    assertThat(json(FLOAT, 1.1f)).isEqualTo("1.1");
    assertThat(json(FLOAT, -0.0f)).isEqualTo("-0.0");
    assertThat(json(FLOAT, Float.NaN)).isEqualTo("\"NaN\"");
    assertThat(json(DOUBLE, 4.9e-324)).isEqualTo("4.9E-324");
    assertThat(json(DOUBLE, Double.POSITIVE_INFINITY)).isEqualTo("\"Infinity\"");
    assertThat(json(DOUBLE, Double.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
  }

  @ParameterizedTest
  @CsvSource({
    "0.000000, 0.000000",
    "1234567890123456789012345678.0123456789, 1234567890123456789012345678.0123456789",
    "-0.0000000001, -1E-10",
    "0.0000000000, 0E-10"
  })
  void decimalsAreNumbersInJavasForm(String value, String json) throws IOException {
    BigDecimal decimal = new BigDecimal(value);
    assertThat(json(new DataType.Decimal(38, decimal.scale()), decimal)).isEqualTo(json);
  }

  @Test
  void stringsAreEscapedUtf8() throws IOException {
    assertThat(json(STRING, "a\"b\\c\n\u0001é𝄞")).isEqualTo("\"a\\\"b\\\\c\\n\\u0001é𝄞\"");
    assertThat(json(STRING, "")).isEqualTo("\"\"");
  }

  @Test
  void binaryIsBase64() throws IOException {
    assertThat(json(BINARY, new byte[] {0, (byte) 0xff})).isEqualTo("\"AP8=\"");
    assertThat(json(BINARY, new byte[0])).isEqualTo("\"\"");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-02-29, 2024-02-29",
    "0001-01-01, 0001-01-01",
    "0000-12-31, 0000-12-31",
    "-0044-03-15, -0044-03-15",
    "9999-12-31, 9999-12-31",
    "+10000-01-01, +10000-01-01"
  })
  void dates(LocalDate date, String text) throws IOException {
    assertThat(json(DATE, date.toEpochDay())).isEqualTo("\"" + text + "\"");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-01T01:02:03.123456Z, 2024-01-01T01:02:03.123456",
    "1969-12-31T23:59:59.999999Z, 1969-12-31T23:59:59.999999",
    "1500-01-01T00:00:00Z, 1500-01-01T00:00:00.000000",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999"
  })
  void timestampsHaveSixDigitsOfFraction(Instant instant, String text) throws IOException {
    long micros = instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
    assertThat(json(TIMESTAMP, micros)).isEqualTo("\"" + text + "Z\"");
    assertThat(json(TIMESTAMP_NTZ, micros)).isEqualTo("\"" + text + "\"");
  }

  @Test
  void structsShowTheirNulls() throws IOException {
    DataType struct =
        new DataType.Struct(
            List.of(
                new Field("a \"quoted\" name", "c1", INTEGER, true),
                new Field("b", "c2", new DataType.Array(STRING, true), true)));
    assertThat(json(struct, Arrays.asList(1, Arrays.asList("x", null))))
        .isEqualTo("{\"a \\\"quoted\\\" name\":1,\"b\":[\"x\",null]}");
    assertThat(json(struct, Arrays.asList(null, null)))
        .isEqualTo("{\"a \\\"quoted\\\" name\":null,\"b\":null}");
    assertThat(json(struct, null)).isEqualTo("null");
  }

  @Test
  void emptyNullAndNullFilledValuesStayDistinct() throws IOException {
    DataType array = new DataType.Array(INTEGER, true);
    assertThat(json(array, null)).isEqualTo("null");
    assertThat(json(array, List.of())).isEqualTo("[]");
    assertThat(json(array, Collections.singletonList(null))).isEqualTo("[null]");
    DataType map = new DataType.Map(STRING, INTEGER, true);
    assertThat(json(map, null)).isEqualTo("null");
    assertThat(json(map, Map.of())).isEqualTo("{}");
    assertThat(json(map, Collections.singletonMap("k", null))).isEqualTo("{\"k\":null}");
  }

  @Test
  void mapsKeepTheirOrder() throws IOException {
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("z", 1);
    map.put("a", 2);
    assertThat(json(new DataType.Map(STRING, INTEGER, true), map)).isEqualTo("{\"z\":1,\"a\":2}");
  }

  @Test
  void mapKeysAreTheTextOfSparksInternalValue() throws IOException {
    assertThat(key(INTEGER, 7)).isEqualTo("7");
    assertThat(key(BOOLEAN, false)).isEqualTo("false");
    assertThat(key(DOUBLE, Double.NaN)).isEqualTo("NaN");
    assertThat(key(DATE, 19723)).isEqualTo("19723");
    assertThat(key(TIMESTAMP, 1_500_000L)).isEqualTo("1500000");
    assertThat(key(new DataType.Decimal(5, 2), new BigDecimal("1.50"))).isEqualTo("1.50");
    assertThat(key(BINARY, new byte[] {1})).isEqualTo("AQ==");
    DataType struct = new DataType.Struct(List.of(new Field("a", "a", INTEGER, false)));
    assertThat(key(struct, List.of(1))).isEqualTo("{\\\"a\\\":1}");
  }

  @Test
  void variantsAreWrittenAsTheirJson() throws IOException {
    DataType struct = new DataType.Struct(List.of(new Field("v", "v", VARIANT, true)));
    assertThat(json(struct, List.of("{\"a\":[1,null]}"))).isEqualTo("{\"v\":{\"a\":[1,null]}}");
    assertThat(json(VARIANT, "null")).isEqualTo("null");
    assertThat(json(VARIANT, null)).isEqualTo("null");
  }

  private static String key(DataType type, Object key) throws IOException {
    String json = json(new DataType.Map(type, INTEGER, true), Collections.singletonMap(key, 1));
    return json.substring(2, json.length() - 4);
  }

  private static String json(DataType type, Object value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonLines lines = new JsonLines(out)) {
      new JsonValues()
          .writer(type)
          .writeOrNull(
              lines.generator(), new MemoryColumn(type, Collections.singletonList(value)), 0);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
