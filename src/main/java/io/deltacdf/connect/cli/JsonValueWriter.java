package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.deltacdf.connect.table.column.Column;
import java.io.IOException;

/** Writes the values of a column as JSON. */
@FunctionalInterface
interface JsonValueWriter {
  /** Writes the value of a row, which must not be null. */
  void write(JsonGenerator json, Column column, int row) throws IOException;

  /** Writes the value of a row, or {@code null}. */
  default void writeOrNull(JsonGenerator json, Column column, int row) throws IOException {
    if (column.isNullAt(row)) {
      json.writeNull();
    } else {
      write(json, column, row);
    }
  }
}
