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
 * consumer does that knows Avro and the registry, and nothing of Connect or of us. Avro's own
 * logical types become Java values: decimals, dates, timestamps.
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

  /** A datum by the schema that it was written with. */
  public Object read(byte[] bytes) {
    return read(bytes, null);
  }

  /**
   * A datum by a reader's schema.
   *
   * @param reader may be newer than its own; null for its own
   * @throws IllegalArgumentException where the bytes are not in the wire format
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
