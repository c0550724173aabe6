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
 * The keys of a map as names of a JSON object. Spark's {@code toJSON} takes the text of its inner
 * value: a date is its number of days since the epoch and a timestamp its number of microseconds,
 * unlike the same types elsewhere. For binary and nested keys Spark's text is of no use (it names a
 * Java object); these are written in Base64 and as JSON.
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
