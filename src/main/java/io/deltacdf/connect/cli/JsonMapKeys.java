package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Formats the keys of maps as names in JSON objects. As in Spark's {@code toJSON}, a key is the
 * text of Spark's internal value: a date is its number of days since the epoch, and a timestamp its
 * number of microseconds, unlike the same types elsewhere. Binary keys are written in Base64 and
 * nested keys as JSON, since Spark's text for them is useless (the name of a Java object).
 */
final class JsonMapKeys {
  private static final JsonFactory NESTED = new JsonFactory();

  private final DataType type;
  private final JsonValueWriter values;

  /**
   * @param values writes keys of the type as JSON
   */
  JsonMapKeys(DataType type, JsonValueWriter values) {
    this.type = type;
    this.values = values;
  }

  /** Returns the name for a key. */
  String text(Column keys, int row) throws IOException {
    if (type instanceof DataType.Primitive primitive) {
      return switch (primitive) {
        case BOOLEAN -> String.valueOf(keys.booleanAt(row));
        case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ ->
            String.valueOf(keys.longAt(row));
        case FLOAT -> String.valueOf(keys.floatAt(row));
        case DOUBLE -> String.valueOf(keys.doubleAt(row));
        case STRING, VARIANT -> keys.stringAt(row);
        case BINARY -> Base64.getEncoder().encodeToString(keys.bytesAt(row));
      };
    }
    if (type instanceof DataType.Decimal) {
      return keys.decimalAt(row).toString();
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator json = NESTED.createGenerator(text)) {
      values.write(json, keys, row);
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
