package io.deltacdf.connect.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

class ConnectJsonTest {
  @Test
  void plainValues() throws IOException {
    assertThat(json(Schema.INT8_SCHEMA, (byte) -1)).isEqualTo("-1");
    assertThat(json(Schema.INT16_SCHEMA, (short) 2)).isEqualTo("2");
    assertThat(json(Schema.INT32_SCHEMA, 3)).isEqualTo("3");
    assertThat(json(Schema.INT64_SCHEMA, Long.MAX_VALUE)).isEqualTo("9223372036854775807");
    assertThat(json(Schema.FLOAT32_SCHEMA, 1.5f)).isEqualTo("1.5");
    assertThat(json(Schema.FLOAT64_SCHEMA, Double.NaN)).isEqualTo("\"NaN\"");
    assertThat(json(Schema.BOOLEAN_SCHEMA, true)).isEqualTo("true");
    assertThat(json(Schema.STRING_SCHEMA, "a\"b")).isEqualTo("\"a\\\"b\"");
    assertThat(json(Schema.OPTIONAL_STRING_SCHEMA, null)).isEqualTo("null");
  }

  @Test
  void bytesAreBase64() throws IOException {
    assertThat(json(Schema.BYTES_SCHEMA, new byte[] {0, -1})).isEqualTo("\"AP8=\"");
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {9, 0, -1}, 1, 2);
    assertThat(json(Schema.BYTES_SCHEMA, buffer)).isEqualTo("\"AP8=\"");
    assertThat(buffer.remaining()).isEqualTo(2);
  }

  @Test
  void decimalsAreNumbers() throws IOException {
    assertThat(json(Decimal.schema(2), new BigDecimal("1.50"))).isEqualTo("1.50");
  }

  @Test
  void datesAreDaysAndTimestampsMilliseconds() throws IOException {
    assertThat(json(Date.SCHEMA, date("1970-01-03T00:00:00Z"))).isEqualTo("2");
    assertThat(json(Timestamp.SCHEMA, date("1970-01-01T00:00:01.5Z"))).isEqualTo("1500");
  }

  @Test
  void nestedValues() throws IOException {
    Schema inner = SchemaBuilder.struct().field("x", Schema.OPTIONAL_INT32_SCHEMA).build();
    Schema outer =
        SchemaBuilder.struct()
            .field("list", SchemaBuilder.array(Schema.OPTIONAL_STRING_SCHEMA).build())
            .field("inner", inner)
            .build();
    Struct struct =
        new Struct(outer).put("list", Arrays.asList("a", null)).put("inner", new Struct(inner));
    assertThat(json(outer, struct)).isEqualTo("{\"list\":[\"a\",null],\"inner\":{\"x\":null}}");
  }

  @Test
  void onlyMapsWithStringKeysAreObjects() throws IOException {
    Schema byName = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build();
    assertThat(json(byName, Map.of("a", 1))).isEqualTo("{\"a\":1}");
    Schema byNumber = SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.INT32_SCHEMA).build();
    assertThat(json(byNumber, Map.of(7, 1))).isEqualTo("[[7,1]]");
    assertThat(json(null, Map.of("version", 3L))).isEqualTo("{\"version\":3}");
  }

  @Test
  void otherClassesAreRejected() {
    assertThatThrownBy(() -> json(null, List.of(new Object())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.Object");
  }

  private static java.util.Date date(String instant) {
    return java.util.Date.from(Instant.parse(instant));
  }

  private static String json(Schema schema, Object value) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonLines lines = new JsonLines(out)) {
      ConnectJson.write(lines.generator(), schema, value);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
