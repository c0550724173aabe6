package io.deltacdf.connect.avro.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.avro.RandomConnectData;
import io.deltacdf.connect.avro.ReferenceConverter;
import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.schema.AvroSchemas;
import io.deltacdf.connect.avro.schema.AvroSettings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

class ConnectEncoderTest {
  private final ReferenceConverter reference = new ReferenceConverter();

  private static byte[] body(Schema schema, Object value) {
    return body(schema, AvroSchemas.of(schema, AvroSettings.DEFAULTS), value);
  }

  private static byte[] body(Schema schema, org.apache.avro.Schema avro, Object value) {
    AvroBuffer out = new AvroBuffer(16);
    ConnectEncoder.of(schema, avro, AvroSettings.DEFAULTS).encode(value, out);
    return out.toByteArray();
  }

  @Test
  void randomSchemasAndValuesAreThoseOfTheReferenceByteForByte() {
    int tries = Integer.getInteger("deltacdf.tries", 1500);
    int written = 0;
    for (int seed = 0; seed < tries; seed++) {
      RandomConnectData random = new RandomConnectData(seed);
      Schema schema = random.schema();
      assertThat(AvroSchemas.of(schema, AvroSettings.DEFAULTS).toString())
          .as("schema of seed %d", seed)
          .isEqualTo(reference.schema(schema).toString());
      for (int i = 0; i < 5; i++) {
        Object value = random.value(schema);
        if (value != null) {
          assertThat(body(schema, value))
              .as("value %d of seed %d", i, seed)
              .isEqualTo(reference.body(schema, value));
          written++;
        }
      }
    }
    assertThat(written).isGreaterThan(tries * 3);
  }

  @Test
  void valuesWithoutASchemaAreThoseOfTheReference() {
    assertThat(AvroSchemas.of(null, AvroSettings.DEFAULTS))
        .hasToString(reference.schema(null).toString());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", "x");
    map.put("list", Arrays.asList(1, null, 2L, 1.5f));
    map.put("nothing", null);
    for (Object value : List.of(true, (byte) 1, (short) 2, 3, 4L, 1.5f, 2.5, "text", map)) {
      assertThat(body(null, value)).isEqualTo(reference.body(null, value));
    }
  }

  @Test
  void twoMapsWithOtherKeysThanStringsCanBeWritten() {
    Schema numbers = SchemaBuilder.map(Schema.INT32_SCHEMA, Schema.STRING_SCHEMA).build();
    Schema longs = SchemaBuilder.map(Schema.INT64_SCHEMA, Schema.STRING_SCHEMA).optional().build();
    Schema schema =
        SchemaBuilder.struct()
            .name("Row")
            .field("a", numbers)
            .field("b", longs)
            .field("c", numbers)
            .build();
    org.apache.avro.Schema avro = AvroSchemas.of(schema, AvroSettings.DEFAULTS);
    assertThat(new org.apache.avro.Schema.Parser().parse(avro.toString())).isEqualTo(avro);
    assertThat(avro.getField("a").schema().getElementType().getName()).isEqualTo("MapEntry");
    assertThat(avro.getField("c").schema().getElementType().getName()).isEqualTo("MapEntry");
    Struct row =
        new Struct(schema).put("a", Map.of(1, "x")).put("b", Map.of(2L, "y")).put("c", Map.of());
    assertThat(reference.read(avro, body(schema, row)).value().toString())
        .isEqualTo(row.toString());
  }

  @Test
  void aFieldThatCannotBeWrittenIsNamedWithoutItsValue() {
    Schema schema = SchemaBuilder.struct().field("number", Schema.INT32_SCHEMA).build();
    assertThatThrownBy(() -> body(schema, new Struct(schema)))
        .isInstanceOf(DataException.class)
        .hasMessage("Field 'number': The value is null, but it is required");
    assertThatThrownBy(() -> body(Schema.INT32_SCHEMA, "secret"))
        .isInstanceOf(DataException.class)
        .hasMessage("The value does not have the type of its schema");
  }

  @Test
  void twoStructsWithOneNameAreRefused() {
    Schema one = SchemaBuilder.struct().name("S").field("a", Schema.INT32_SCHEMA).build();
    Schema two = SchemaBuilder.struct().name("S").field("b", Schema.INT32_SCHEMA).build();
    Schema schema = SchemaBuilder.struct().field("one", one).field("two", two).build();
    assertThatThrownBy(() -> AvroSchemas.of(schema, AvroSettings.DEFAULTS))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Two structs with different fields have the name 'S'");
  }

  @Test
  void aRegisteredSchemaIsFilledByName() {
    Schema schema =
        SchemaBuilder.struct()
            .name("Row")
            .field("a", Schema.INT32_SCHEMA)
            .field("b", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    org.apache.avro.Schema registered =
        new org.apache.avro.Schema.Parser()
            .parse(
                """
                {"type":"record","name":"Row","fields":[
                {"name":"c","type":["string","null"],"default":"new"},
                {"name":"b","type":["string","null"]},
                {"name":"a","type":"long"}]}
                """);
    byte[] body = body(schema, registered, new Struct(schema).put("a", 5).put("b", "x"));
    assertThat(reference.read(registered, body).value()).hasToString("Struct{c=new,b=x,a=5}");
  }

  @Test
  void aRegisteredSchemaThatCannotHoldTheValueIsRefused() {
    Schema schema = SchemaBuilder.struct().name("Row").field("a", Schema.INT32_SCHEMA).build();
    org.apache.avro.Schema registered =
        new org.apache.avro.Schema.Parser()
            .parse(
                """
                {"type":"record","name":"Row","fields":[{"name":"a","type":"string"}]}
                """);
    assertThatThrownBy(() -> ConnectEncoder.of(schema, registered, AvroSettings.DEFAULTS))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Field 'a': A value of Connect's type INT32 cannot be written");
  }
}
