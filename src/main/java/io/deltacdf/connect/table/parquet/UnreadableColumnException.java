package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import org.apache.parquet.schema.Type;

/** Thrown if a file stores a column as a type that cannot be read as the table's type. */
public final class UnreadableColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableColumnException(String column, Type found, DataType requested) {
    super(
        "the column '"
            + column
            + "' has the Parquet type '"
            + found.toString().replaceAll("\\s+", " ").strip()
            + "', which cannot be read as the table's type "
            + requested);
  }
}
