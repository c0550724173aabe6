package io.deltacdf.connect.avro;

import io.apicurio.registry.serde.avro.NonRecordContainer;
import io.apicurio.registry.utils.converter.avro.AvroData;
import io.apicurio.registry.utils.converter.avro.AvroDataConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;

/** What Apicurio's converter does, whose code is Confluent's, without a registry. */
public final class ReferenceConverter {
  private final AvroData data;

  public ReferenceConverter() {
    this(Map.of());
  }

  public ReferenceConverter(Map<String, ?> config) {
    this.data = new AvroData(new AvroDataConfig(config));
  }

  /** The Avro schema of a Connect schema. */
  public org.apache.avro.Schema schema(Schema schema) {
    return data.fromConnectSchema(schema);
  }

  /** The body of a value. */
  public byte[] body(Schema schema, Object value) {
    Object avro = data.fromConnectData(schema, value);
    if (avro instanceof NonRecordContainer<?> container) {
      avro = container.getValue();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    try {
      new GenericDatumWriter<>(schema(schema)).write(avro, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The Connect value of a body. */
  public SchemaAndValue read(org.apache.avro.Schema schema, byte[] body) {
    try {
      Object value =
          new GenericDatumReader<>(schema)
              .read(null, DecoderFactory.get().binaryDecoder(body, null));
      return data.toConnectData(schema, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
