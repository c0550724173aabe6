package io.deltacdf.connect.table;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Names the columns of a table as its files do: by physical names and, if the table maps its
 * columns by id, by field ids.
 */
final class PhysicalSchema {
  static final String CHANGE_TYPE = "_change_type";

  private final TableState state;
  private final ColumnMappingMode mode;

  PhysicalSchema(TableState state) {
    this.state = state;
    this.mode = ColumnMapping.getColumnMappingMode(state.properties());
  }

  /**
   * Returns the columns at {@code ordinals} of the table's schema as a reader is asked for them.
   */
  List<RequestedColumn> requested(int[] ordinals) {
    StructType physical = physical(ordinals);
    List<RequestedColumn> requested = new ArrayList<>();
    for (int i = 0; i < ordinals.length; i++) {
      DataType type = state.schema().fields().get(ordinals[i]).type();
      requested.add(field(physical.at(i), type));
    }
    return requested;
  }

  private StructType physical(int[] ordinals) {
    StructType logical = state.metadata().getSchema();
    StructType pruned = new StructType();
    for (int ordinal : ordinals) {
      pruned = pruned.add(logical.at(ordinal));
    }
    return ColumnMapping.convertToPhysicalSchema(pruned, logical, mode);
  }

  private RequestedColumn field(StructField field, DataType type) {
    int id = RequestedColumn.NO_ID;
    if (mode == ColumnMappingMode.ID) {
      id = Math.toIntExact(field.getMetadata().getLong(ColumnMapping.PARQUET_FIELD_ID_KEY));
    }
    return column(field.getName(), id, field.getDataType(), type);
  }

  private RequestedColumn part(
      String name, io.delta.kernel.types.DataType physical, DataType type) {
    return column(name, RequestedColumn.NO_ID, physical, type);
  }

  private RequestedColumn column(
      String name, int id, io.delta.kernel.types.DataType physical, DataType type) {
    List<RequestedColumn> parts = new ArrayList<>();
    if (type instanceof DataType.Struct struct) {
      for (int i = 0; i < struct.fields().size(); i++) {
        parts.add(field(((StructType) physical).at(i), struct.fields().get(i).type()));
      }
    } else if (type instanceof DataType.Array array) {
      ArrayType elements = (ArrayType) physical;
      parts.add(part("element", elements.getElementType(), array.element()));
    } else if (type instanceof DataType.Map map) {
      MapType entries = (MapType) physical;
      parts.add(part("key", entries.getKeyType(), map.key()));
      parts.add(part("value", entries.getValueType(), map.value()));
    }
    return new RequestedColumn(name, id, type, parts, false);
  }
}
