package io.deltacdf.bench.connect;

import io.apicurio.registry.serde.avro.NonRecordContainer;
import io.apicurio.registry.utils.converter.avro.AvroData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;

/**
 * Works as the registry's Avro converters (AvroData, generic record, binary data after a five-byte
 * header), but without a registry: every schema has the id 1. It only writes, for one task.
 */
public final class PlainAvroConverter implements Converter {
  private static final int SCHEMA_CACHE = 1000;
  private static final byte[] HEADER = ByteBuffer.allocate(5).putInt(1, 1).array();

  private final AvroData data = new AvroData(SCHEMA_CACHE);
  private GenericDatumWriter<Object> writer;
  private org.apache.avro.Schema schemaOfWriter;
  private BinaryEncoder encoder;

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    // Nothing to configure.
  }

  @Override
  public byte[] fromConnectData(String topic, Schema schema, Object value) {
    if (value == null) {
      return null;
    }
    try {
      org.apache.avro.Schema avro = data.fromConnectSchema(schema);
      ByteArrayOutputStream out = new ByteArrayOutputStream(512);
      out.write(HEADER);
      encoder = EncoderFactory.get().binaryEncoder(out, encoder);
      writer(avro).write(unwrap(data.fromConnectData(schema, value)), encoder);
      encoder.flush();
      return out.toByteArray();
    } catch (IOException e) {
      throw new DataException("record for " + topic + " cannot be written as Avro", e);
    }
  }

  /** Keeps the last writer, since successive records mostly have one schema. */
  private GenericDatumWriter<Object> writer(org.apache.avro.Schema schema) {
    if (schema != schemaOfWriter) {
      writer = new GenericDatumWriter<>(schema);
      schemaOfWriter = schema;
    }
    return writer;
  }

  /** AvroData wraps values other than records, such as a primitive key, in a container. */
  private static Object unwrap(Object value) {
    return value instanceof NonRecordContainer<?> container ? container.getValue() : value;
  }

  @Override
  public SchemaAndValue toConnectData(String topic, byte[] value) {
    throw new UnsupportedOperationException("this converter only writes");
  }
}
