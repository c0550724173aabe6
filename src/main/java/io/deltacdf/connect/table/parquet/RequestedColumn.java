package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import java.util.List;

/**
 * A column, or a part of one, that is wanted of a file.
 *
 * @param name the name inside the file; of no meaning for the parts of arrays and maps
 * @param id the field id that finds the column whatever its name, or {@link #NO_ID}
 * @param type the type that the values are to have
 * @param parts the fields of a struct, the element of an array, the key and the value of a map;
 *     empty for all other types
 * @param asStored whether the values are wanted as the file stores them, whatever they stand for
 *     there: as integers, floating point numbers and bytes
 */
public record RequestedColumn(
    String name, int id, DataType type, List<RequestedColumn> parts, boolean asStored) {
  public static final int NO_ID = -1;

  public RequestedColumn {
    parts = List.copyOf(parts);
  }

  /** A column of a type without parts, found by name. */
  public static RequestedColumn named(String name, DataType type) {
    return new RequestedColumn(name, NO_ID, type, List.of(), false);
  }
}
