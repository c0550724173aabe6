package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.VariantType;
import java.util.List;

/**
 * What the Parquet reader is asked for: physical names, and field ids where columns are mapped by
 * id.
 */
final class PhysicalSchema {
  static final String CHANGE_TYPE = "_change_type";
  private static final String ROW_INDEX = "__delta_cdf_row_index";

  private PhysicalSchema() {}

  /** The columns at {@code ordinals} of the table's schema with their physical names. */
  static StructType columns(Metadata metadata, int[] ordinals) {
    StructType logical = metadata.getSchema();
    StructType pruned = new StructType();
    for (int ordinal : ordinals) {
      pruned = pruned.add(logical.at(ordinal));
    }
    return ColumnMapping.convertToPhysicalSchema(
        pruned, logical, ColumnMapping.getColumnMappingMode(metadata.getConfiguration()));
  }

  /**
   * What a reader is asked for: the columns, then materialized row ids, then {@code _change_type}
   * for change files, then the row index.
   *
   * @param forms of the columns
   * @param materializedRowIds physical LONG columns
   */
  static StructType toRead(
      StructType columns,
      List<ColumnForm> forms,
      List<String> materializedRowIds,
      boolean changeFile) {
    StructType read = struct(columns, ColumnForm.of(forms));
    for (String column : materializedRowIds) {
      read = read.add(column, LongType.LONG);
    }
    if (changeFile) {
      read = read.add(CHANGE_TYPE, BinaryType.BINARY);
    }
    return read.addMetadataColumn(ROW_INDEX, MetadataColumnSpec.ROW_INDEX);
  }

  private static StructType struct(StructType struct, ColumnForm form) {
    StructType converted = new StructType();
    for (int i = 0; i < struct.length(); i++) {
      StructField field = struct.at(i);
      converted =
          converted.add(
              new StructField(
                  field.getName(),
                  type(field.getDataType(), form.part(i)),
                  field.isNullable(),
                  field.getMetadata()));
    }
    return converted;
  }

  /**
   * Strings are read as their UTF-8 bytes, since most are never needed as Java strings; variants as
   * the struct that the file holds them in.
   */
  private static DataType type(DataType type, ColumnForm form) {
    if (type instanceof StringType) {
      return BinaryType.BINARY;
    } else if (type instanceof VariantType) {
      return form.variant().group().readType();
    } else if (type instanceof StructType struct) {
      return struct(struct, form);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(type(array.getElementType(), form.part(0)), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(
          type(map.getKeyType(), form.part(0)),
          type(map.getValueType(), form.part(1)),
          map.isValueContainsNull());
    }
    return type;
  }
}
