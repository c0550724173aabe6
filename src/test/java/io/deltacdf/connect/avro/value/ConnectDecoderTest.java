package io.deltacdf.connect.avro.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.avro.RandomConnectData;
import io.deltacdf.connect.avro.ReferenceConverter;
import io.deltacdf.connect.avro.schema.AvroSettings;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.junit.jupiter.api.Test;

class ConnectDecoderTest {
  private final ReferenceConverter reference = new ReferenceConverter();

  private SchemaAndValue decode(org.apache.avro.Schema avro, byte[] body) {
    return ConnectDecoder.of(avro, AvroSettings.DEFAULTS).decode(body, 0);
  }

  @Test
  void randomValuesAreReadAsTheReferenceDoes() {
    for (int seed = 0; seed < Integer.getInteger("deltacdf.tries", 1500); seed++) {
      RandomConnectData random = new RandomConnectData(seed).withoutDefaultsOfCollections();
      Schema schema = random.schema();
      Object value = random.value(schema);
      if (value == null) {
        continue;
      }
      org.apache.avro.Schema avro =
          new org.apache.avro.Schema.Parser().parse(reference.schema(schema).toString());
      byte[] body = reference.body(schema, value);
      SchemaAndValue expected = reference.read(avro, body);
      SchemaAndValue read = decode(avro, body);
      assertThat(reference.schema(read.schema()).toString())
          .as("schema of seed %d", seed)
          .isEqualTo(reference.schema(expected.schema()).toString());
      assertThat(read.schema()).as("schema of seed %d", seed).isEqualTo(expected.schema());
      assertThat(read.value()).as("value of seed %d", seed).isEqualTo(expected.value());
    }
  }

  @Test
  void schemasOfOtherWritersAreReadAsTheReferenceDoes() {
    org.apache.avro.Schema avro =
        new org.apache.avro.Schema.Parser()
            .parse(
                """
                {"type":"record","name":"Other","namespace":"a.b","doc":"what","fields":[
                {"name":"suit","type":{"type":"enum","name":"Suit","symbols":["X","Y"]},"doc":"d"},
                {"name":"either","type":["null","string","long",
                    {"type":"record","name":"In","fields":[{"name":"i","type":"int"}]}]},
                {"name":"hash","type":{"type":"fixed","name":"Hash","size":2}},
                {"name":"micros","type":{"type":"long","logicalType":"timestamp-micros"}},
                {"name":"with","type":"string","default":"x"},
                {"name":"list","type":{"type":"array","items":["null","double"]},"default":[]}]}
                """);
    // Y, the record with 5, two bytes, 7, "hi", one element
    byte[] body = {2, 6, 10, 1, 2, 14, 4, 'h', 'i', 2, 0, 0};
    SchemaAndValue expected = reference.read(avro, body);
    assertThat(decode(avro, body).schema()).isEqualTo(expected.schema());
    assertThat(decode(avro, body).value()).isEqualTo(expected.value());
  }

  @Test
  void bytesThatAreNoValueAreReported() {
    org.apache.avro.Schema avro =
        org.apache.avro.SchemaBuilder.record("R").fields().requiredString("s").endRecord();
    assertThatThrownBy(() -> decode(avro, new byte[] {40, 'x'}))
        .isInstanceOf(DataException.class)
        .hasMessage("The bytes are no value of the Avro schema 'R'");
  }

  @Test
  void aRecordThatContainsItselfIsRefused() {
    org.apache.avro.Schema avro =
        new org.apache.avro.Schema.Parser()
            .parse(
                """
                {"type":"record","name":"R","fields":[{"name":"r","type":["null","R"]}]}
                """);
    assertThatThrownBy(() -> decode(avro, new byte[] {0}))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("contains itself");
  }
}
