package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.util.List;

/**
 * A column, or a part of one, to read from a file.
 *
 * @param name the name in the file; ignored for the parts of arrays and maps
 * @param id the field id, by which the column is found whatever its name, or {@link #NO_ID}
 * @param type the type to read the values as
 * @param parts the fields of a struct, the element of an array, the key and the value of a map;
 *     empty for all other types
 * @param asStored whether to read the values as the file stores them, as numbers and bytes, without
 *     regard to the Parquet logical type
 */
public record RequestedColumn(
    String name, int id, DataType type, List<RequestedColumn> parts, boolean asStored) {
  public static final int NO_ID = -1;

  public RequestedColumn {
    parts = List.copyOf(parts);
  }

  /** Creates a column of a type without parts that is found by its name. */
  public static RequestedColumn named(String name, DataType type) {
    return new RequestedColumn(name, NO_ID, type, List.of(), false);
  }
}
