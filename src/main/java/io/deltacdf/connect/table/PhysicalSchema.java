package io.deltacdf.connect.table;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Names the columns of a table as its files do: by physical names and, if the table maps its
 * columns by id, by field ids. Thread-safe.
 */
final class PhysicalSchema {
  static final String CHANGE_TYPE = "_change_type";

  private final StructType logical;
  private final TableSchema schema;
  private final Map<String, String> properties;

  /** The columns that were asked for before, by ordinal: each file of the table asks for them. */
  private final AtomicReferenceArray<@Nullable RequestedColumn> known;

  /**
   * @param logical the schema of the table as Delta Kernel has it
   * @param schema the same schema
   */
  PhysicalSchema(StructType logical, TableSchema schema, Map<String, String> properties) {
    this.logical = logical;
    this.schema = schema;
    this.properties = properties;
    this.known = new AtomicReferenceArray<>(schema.fields().size());
  }

  /**
   * Returns the columns at {@code ordinals} of the table's schema as a reader is asked for them.
   */
  List<RequestedColumn> requested(int[] ordinals) {
    List<RequestedColumn> requested = new ArrayList<>();
    for (int ordinal : ordinals) {
      RequestedColumn column = known.get(ordinal);
      if (column == null) {
        column = field(physical(ordinal), schema.fields().get(ordinal).type());
        known.set(ordinal, column);
      }
      requested.add(column);
    }
    return requested;
  }

  private ColumnMappingMode mode() {
    return ColumnMapping.getColumnMappingMode(properties);
  }

  private StructField physical(int ordinal) {
    StructType pruned = new StructType().add(logical.at(ordinal));
    return ColumnMapping.convertToPhysicalSchema(pruned, logical, mode()).at(0);
  }

  private RequestedColumn field(StructField field, DataType type) {
    int id = RequestedColumn.NO_ID;
    if (mode() == ColumnMappingMode.ID) {
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
