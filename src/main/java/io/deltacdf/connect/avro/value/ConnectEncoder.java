package io.deltacdf.connect.avro.value;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.schema.AvroSettings;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Encodes values of a Connect schema in an Avro schema. It is made once for a schema, and is then
 * an array of writers, one for each field. May be used by several threads.
 */
public final class ConnectEncoder {
  private final ValueWriter writer;

  private ConnectEncoder(ValueWriter writer) {
    this.writer = writer;
  }

  /**
   * Creates an encoder.
   *
   * @param schema the schema of the values, or null if they have none
   * @param avro the Avro schema of the schema, or another one that can hold its values, such as an
   *     older version
   * @throws DataException if the Avro schema cannot hold the values
   */
  public static ConnectEncoder of(
      @Nullable Schema schema, org.apache.avro.Schema avro, AvroSettings settings) {
    return new ConnectEncoder(
        schema == null ? AnythingWriter.INSTANCE : new ValueWriters(settings).writer(schema, avro));
  }

  /**
   * Writes the body of a value, without a header.
   *
   * @throws DataException if the value does not match the schema; some bytes may be written
   */
  public void encode(Object value, AvroBuffer out) {
    try {
      writer.write(value, out);
    } catch (ClassCastException e) {
      throw new DataException("The value does not have the type of its schema", e);
    }
  }
}
