package io.deltacdf.connect.avro.value;

import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** The failures that several writers share. */
final class Values {
  private Values() {}

  static DataException mismatch(Schema schema, org.apache.avro.Schema avro) {
    return new DataException(
        "A value of Connect's type %s cannot be written as Avro's type %s"
            .formatted(schema.type(), avro.getType()));
  }

  /** Returns the value, which must not be null. */
  static Object nonNull(@Nullable Object value) {
    if (value == null) {
      throw new DataException("The value is null, but it is required");
    }
    return value;
  }
}
