package io.deltacdf.connect.avro.value;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import org.jspecify.annotations.Nullable;

/** Writes values of one Connect schema in the form of one Avro schema. Has no state. */
@FunctionalInterface
interface ValueWriter {
  /**
   * Writes a value.
   *
   * @throws ClassCastException if it is not of the schema's class
   * @throws org.apache.kafka.connect.errors.DataException if it cannot be written
   */
  void write(@Nullable Object value, AvroBuffer out);
}
