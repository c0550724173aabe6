package io.deltacdf.connect.table;

import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.ColumnMapping.ColumnMappingMode;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked for of a table's files: physical names, and field ids where columns are mapped by
 * id.
 */
final class PhysicalSchema {
  static final String CHANGE_TYPE = "_change_type";

  private final TableState state;
  private final ColumnMappingMode mode;

  PhysicalSchema(TableState state) {
    this.state = state;
    this.mode = ColumnMapping.getColumnMappingMode(state.properties());
  }

  /** The columns at {@code ordinals} of the table's schema with their physical names. */
  StructType columns(int[] ordinals) {
    StructType logical = state.metadata().getSchema();
    StructType pruned = new StructType();
    for (int ordinal : ordinals) {
      pruned = pruned.add(logical.at(ordinal));
    }
    return ColumnMapping.convertToPhysicalSchema(pruned, logical, mode);
  }

  /**
   * What a reader is asked for.
   *
   * @param ordinals of the columns in the table's schema
   * @param columns the same with their physical names
   * @param forms of the columns; variants are asked for as the file holds them
   */
  List<RequestedColumn> wanted(int[] ordinals, StructType columns, List<ReadTransform> forms) {
    List<RequestedColumn> wanted = new ArrayList<>();
    for (int i = 0; i < ordinals.length; i++) {
      DataType type = state.schema().fields().get(ordinals[i]).type();
      wanted.add(field(columns.at(i), type, forms.get(i)));
    }
    return wanted;
  }

  private RequestedColumn field(StructField field, DataType type, ReadTransform form) {
    int id = RequestedColumn.NO_ID;
    if (mode == ColumnMappingMode.ID) {
      id = Math.toIntExact(field.getMetadata().getLong(ColumnMapping.PARQUET_FIELD_ID_KEY));
    }
    return column(field.getName(), id, field.getDataType(), type, form);
  }

  private RequestedColumn part(
      String name, io.delta.kernel.types.DataType physical, DataType type, ReadTransform form) {
    return column(name, RequestedColumn.NO_ID, physical, type, form);
  }

  private RequestedColumn column(
      String name,
      int id,
      io.delta.kernel.types.DataType physical,
      DataType type,
      ReadTransform form) {
    if (type == DataType.Primitive.VARIANT) {
      return stored(name, id, KernelSchemas.type(form.variant().group().readType()));
    }
    List<RequestedColumn> parts = new ArrayList<>();
    if (type instanceof DataType.Struct struct) {
      for (int i = 0; i < struct.fields().size(); i++) {
        parts.add(
            field(((StructType) physical).at(i), struct.fields().get(i).type(), form.part(i)));
      }
    } else if (type instanceof DataType.Array array) {
      ArrayType elements = (ArrayType) physical;
      parts.add(part("element", elements.getElementType(), array.element(), form.part(0)));
    } else if (type instanceof DataType.Map map) {
      MapType entries = (MapType) physical;
      parts.add(part("key", entries.getKeyType(), map.key(), form.part(0)));
      parts.add(part("value", entries.getValueType(), map.value(), form.part(1)));
    }
    return new RequestedColumn(name, id, type, parts, false);
  }

  /** The group that holds a variant, its values as the file stores them. */
  private static RequestedColumn stored(String name, int id, DataType type) {
    List<RequestedColumn> parts = new ArrayList<>();
    if (type instanceof DataType.Struct struct) {
      for (Field field : struct.fields()) {
        parts.add(stored(field.name(), RequestedColumn.NO_ID, field.type()));
      }
    } else if (type instanceof DataType.Array array) {
      parts.add(stored("element", RequestedColumn.NO_ID, array.element()));
    }
    return new RequestedColumn(name, id, type, parts, true);
  }
}
