package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.MetadataColumnSpec;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.VariantType;

/**
 * What the Parquet reader is asked for: physical names, and field ids where columns are mapped by
 * id.
 */
final class PhysicalSchema {
  static final String CHANGE_TYPE = "_change_type";
  private static final String ROW_INDEX = "__delta_cdf_row_index";

  private static final StructType VARIANT =
      new StructType().add("value", BinaryType.BINARY).add("metadata", BinaryType.BINARY);

  private PhysicalSchema() {}

  /**
   * The physical columns at {@code ordinals} of the table's schema, then {@code _change_type} for
   * change files, then the row index.
   */
  static StructType of(Metadata metadata, int[] ordinals, boolean changeFile) {
    StructType logical = metadata.getSchema();
    StructType pruned = new StructType();
    for (int ordinal : ordinals) {
      pruned = pruned.add(logical.at(ordinal));
    }
    StructType physical =
        bytesForStrings(
            ColumnMapping.convertToPhysicalSchema(
                pruned, logical, ColumnMapping.getColumnMappingMode(metadata.getConfiguration())));
    if (changeFile) {
      physical = physical.add(CHANGE_TYPE, BinaryType.BINARY);
    }
    return physical.addMetadataColumn(ROW_INDEX, MetadataColumnSpec.ROW_INDEX);
  }

  /** Strings are read as their UTF-8 bytes: most are never needed as Java strings. */
  private static StructType bytesForStrings(StructType struct) {
    StructType converted = new StructType();
    for (StructField field : struct.fields()) {
      converted =
          converted.add(
              new StructField(
                  field.getName(),
                  bytesForStrings(field.getDataType()),
                  field.isNullable(),
                  field.getMetadata()));
    }
    return converted;
  }

  private static DataType bytesForStrings(DataType type) {
    if (type instanceof StringType) {
      return BinaryType.BINARY;
    } else if (type instanceof VariantType) {
      return VARIANT;
    } else if (type instanceof StructType struct) {
      return bytesForStrings(struct);
    } else if (type instanceof ArrayType array) {
      return new ArrayType(bytesForStrings(array.getElementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return new MapType(
          bytesForStrings(map.getKeyType()),
          bytesForStrings(map.getValueType()),
          map.isValueContainsNull());
    }
    return type;
  }
}
