package io.deltacdf.connect.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaHeaderConverterTest {
  private static final String CLASS = "io.deltacdf.connect.header.DeltaHeaderConverter";

  private final HeaderConverter converter = new DeltaHeaderConverter();
  private final HeaderConverter simple = new SimpleHeaderConverter();

  private byte[] convert(Schema schema, Object value) {
    return converter.fromConnectHeader("topic", "name", schema, value);
  }

  private void assertSameBytes(Schema schema, Object value) {
    byte[] expected = simple.fromConnectHeader("topic", "name", schema, value);
    // The second time, it may be a kept value.
    assertThat(convert(schema, value)).isEqualTo(expected);
    assertThat(convert(schema, value)).isEqualTo(expected);
  }

  @Test
  void allValuesHaveTheBytesOfTheDefaultConverter() {
    Schema struct = SchemaBuilder.struct().field("a", Schema.STRING_SCHEMA).build();
    Schema strings = SchemaBuilder.array(Schema.STRING_SCHEMA).build();
    Schema numbers = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build();

    assertSameBytes(null, null);
    assertSameBytes(Schema.OPTIONAL_STRING_SCHEMA, null);
    assertSameBytes(Schema.STRING_SCHEMA, "");
    assertSameBytes(Schema.STRING_SCHEMA, "a \"quoted\" word, ü and \uD83D\uDE00 and \uD83D");
    assertSameBytes(Schema.STRING_SCHEMA, "long ".repeat(1000));
    assertSameBytes(Schema.INT8_SCHEMA, (byte) 1);
    assertSameBytes(Schema.INT16_SCHEMA, (short) 1);
    assertSameBytes(Schema.INT32_SCHEMA, 1);
    assertSameBytes(Schema.INT64_SCHEMA, 1L);
    assertSameBytes(null, "1");
    assertSameBytes(Schema.INT64_SCHEMA, Long.MIN_VALUE);
    assertSameBytes(Schema.FLOAT32_SCHEMA, 1.5f);
    assertSameBytes(Schema.FLOAT64_SCHEMA, -0.0);
    assertSameBytes(Schema.FLOAT64_SCHEMA, 0.0);
    assertSameBytes(Schema.BOOLEAN_SCHEMA, true);
    assertSameBytes(Schema.BYTES_SCHEMA, new byte[] {1, 2});
    assertSameBytes(Decimal.schema(2), new BigDecimal("1.50"));
    assertSameBytes(Timestamp.SCHEMA, new Date(1_700_000_000_000L));
    assertSameBytes(strings, List.of("a", "b"));
    assertSameBytes(numbers, Map.of("a", 1));
    assertSameBytes(struct, new Struct(struct).put("a", "b"));
  }

  /** Values that take each other's places, in random order. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void repeatedValuesHaveTheBytesOfTheDefaultConverter(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      long number = random.nextInt(-100, 100);
      switch (random.nextInt(4)) {
        case 0 -> assertSameBytes(Schema.INT64_SCHEMA, number);
        case 1 -> assertSameBytes(Schema.STRING_SCHEMA, Long.toString(number));
        case 2 -> assertSameBytes(Schema.OPTIONAL_STRING_SCHEMA, "v" + number);
        default -> assertSameBytes(Schema.INT32_SCHEMA, (int) number);
      }
    }
  }

  @Test
  void aValueThatRepeatsIsConvertedOnce() {
    byte[] first = convert(Schema.STRING_SCHEMA, "update_postimage");
    assertThat(convert(Schema.STRING_SCHEMA, new String("update_postimage"))).isSameAs(first);
    byte[] version = convert(Schema.INT64_SCHEMA, 1_000_000L);
    assertThat(convert(Schema.INT64_SCHEMA, 1_000_000L)).isSameAs(version);
    assertThat(convert(Schema.STRING_SCHEMA, "update_postimage")).isSameAs(first);
  }

  @Test
  void aValueThatCanChangeIsConvertedEachTime() {
    Schema schema = SchemaBuilder.array(Schema.INT64_SCHEMA).build();
    List<Long> list = new ArrayList<>(List.of(1L));
    assertSameBytes(schema, list);
    list.add(2L);
    assertSameBytes(schema, list);
    assertThat(convert(schema, list)).asString(StandardCharsets.UTF_8).isEqualTo("[1,2]");
  }

  @Test
  void headersAreReadAsByTheDefaultConverter() {
    for (String text : List.of("17", "text", "[1,2]", "true", "")) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      SchemaAndValue read = converter.toConnectHeader("topic", "name", bytes);
      assertThat(read).isEqualTo(simple.toConnectHeader("topic", "name", bytes));
    }
    assertThat(converter.toConnectHeader("topic", "name", null)).isEqualTo(SchemaAndValue.NULL);
  }

  @Test
  void workersFindItInThePlugin() {
    assertThat(ServiceLoader.load(HeaderConverter.class))
        .anyMatch(found -> found instanceof DeltaHeaderConverter);
  }

  /** The example configurations name the class as text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect-distributed.properties",
        "compose/connect.properties",
        "strimzi/kafka-connect.yaml",
        "orders-local.json",
        "orders-s3.json"
      })
  void theExampleConfigurationsUseIt(String file) throws IOException {
    assertThat(DeltaHeaderConverter.class.getName()).isEqualTo(CLASS);
    assertThat(Files.readString(Path.of("config", file))).contains("header.converter", CLASS);
  }
}
