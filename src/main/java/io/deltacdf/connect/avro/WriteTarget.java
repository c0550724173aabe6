package io.deltacdf.connect.avro;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.value.ConnectEncoder;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a schema are written to a topic.
 *
 * @param acceptsBodies whether a ready body has the form of the registered schema
 */
record WriteTarget(
    String topic, @Nullable Schema schema, int id, ConnectEncoder encoder, boolean acceptsBodies) {

  boolean isFor(String otherTopic, @Nullable Schema otherSchema) {
    return schema == otherSchema && topic.equals(otherTopic);
  }

  /** Returns the ready form of a value, or null if it has none. */
  byte @Nullable [] ready(Object value) {
    if (!acceptsBodies || !(value instanceof AvroBody body)) {
      return null;
    }
    if (!(value instanceof Struct struct) || struct.schema() != schema) {
      return null;
    }
    byte[] bytes = body.prefixedAvroBody();
    return bytes == null ? null : withHeader(bytes);
  }

  private byte[] withHeader(byte[] bytes) {
    int found =
        (bytes[1] & 0xFF) << 24
            | (bytes[2] & 0xFF) << 16
            | (bytes[3] & 0xFF) << 8
            | (bytes[4] & 0xFF);
    if (found == id) {
      return bytes;
    }
    // A value that has been written with another id may still be on its way with it.
    byte[] result = found == 0 ? bytes : bytes.clone();
    result[1] = (byte) (id >>> 24);
    result[2] = (byte) (id >>> 16);
    result[3] = (byte) (id >>> 8);
    result[4] = (byte) id;
    return result;
  }

  byte[] encode(Object value, AvroBuffer out) {
    out.clear();
    encoder.encode(value, out);
    byte[] result = out.copyAfter(AvroBody.PREFIX, 0);
    return withHeader(result);
  }
}
