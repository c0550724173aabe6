package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads Confluent's wire format (a zero byte, the schema's id in four bytes, the datum) as a
 * consumer that knows Avro and the registry but not Connect. Avro's logical types decimal, date and
 * timestamp become Java values.
 */
public final class PlainAvro {
  private final SchemaRegistry registry;
  private final GenericData data = new GenericData();

  public PlainAvro(SchemaRegistry registry) {
    this.registry = registry;
    data.addLogicalTypeConversion(new Conversions.DecimalConversion());
    data.addLogicalTypeConversion(new TimeConversions.DateConversion());
    data.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
  }

  /** Reads a datum with its writer's schema. */
  public Object read(byte[] bytes) {
    return read(bytes, null);
  }

  /**
   * Reads a datum with a reader's schema.
   *
   * @param reader the reader's schema, or null for the writer's schema
   * @throws IllegalArgumentException if the bytes are not in the wire format
   */
  public Object read(byte[] bytes, Schema reader) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (buffer.get() != 0) {
      throw new IllegalArgumentException("The first byte is not zero");
    }
    Schema writer = registry.byId(buffer.getInt());
    try {
      return new GenericDatumReader<>(writer, reader == null ? writer : reader, data)
          .read(
              null,
              DecoderFactory.get()
                  .binaryDecoder(bytes, buffer.position(), buffer.remaining(), null));
    } catch (IOException e) {
      throw new UncheckedIOException("Not a datum of " + writer, e);
    }
  }
}
