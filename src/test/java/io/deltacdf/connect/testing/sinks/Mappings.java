package io.deltacdf.connect.testing.sinks;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;

/**
 * Creates the mapping of a new index as both search sinks do, unless {@code schema.ignore=true}
 * ({@code Mapping} of each sink). Connect's Date and Timestamp become {@code date}, Decimal becomes
 * {@code double}, and other logical types become their plain types.
 */
final class Mappings {
  private Mappings() {}

  /**
   * Returns the mapping for the value of a record.
   *
   * @throws DataException if there is no schema, for example if the first record is a tombstone
   */
  static Map<String, Object> of(Schema schema) {
    if (schema == null) {
      throw new DataException("Cannot infer mapping without schema.");
    }
    if (schema.type() == Schema.Type.ARRAY) {
      return of(schema.valueSchema());
    } else if (schema.type() != Schema.Type.STRUCT) {
      return Map.of("type", type(schema));
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Field field : schema.fields()) {
      properties.put(field.name(), of(field.schema()));
    }
    return Map.of("properties", properties);
  }

  private static String type(Schema schema) {
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return "double";
    } else if (Date.LOGICAL_NAME.equals(schema.name())
        || Timestamp.LOGICAL_NAME.equals(schema.name())) {
      return "date";
    }
    return switch (schema.type()) {
      case BOOLEAN -> "boolean";
      case INT8 -> "byte";
      case INT16 -> "short";
      case INT32 -> "integer";
      case INT64 -> "long";
      case FLOAT32 -> "float";
      case FLOAT64 -> "double";
      case STRING -> "text";
      case BYTES -> "binary";
      default -> throw new DataException("The mapping of " + schema.type() + " is not imitated");
    };
  }
}
