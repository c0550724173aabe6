package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.deltacdf.connect.table.column.Column;
import java.io.IOException;

/** Writes the value that a column has in a row, which is not null there, as JSON. */
@FunctionalInterface
interface JsonValueWriter {
  void write(JsonGenerator json, Column column, int row) throws IOException;

  /** The same, or {@code null} where there is no value. */
  default void writeOrNull(JsonGenerator json, Column column, int row) throws IOException {
    if (column.isNullAt(row)) {
      json.writeNull();
    } else {
      write(json, column, row);
    }
  }
}
