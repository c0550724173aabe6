package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.types.VariantType;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.FieldNames;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;

/** Converts Delta Kernel's schemas to {@link TableSchema}s. */
final class KernelSchemas {
  private KernelSchemas() {}

  static TableSchema toTableSchema(Metadata metadata, List<UnreadableColumn> unreadable) {
    List<Field> fields = fields(metadata.getSchema());
    // getPartitionColNames() returns lower case; the schema has the names as users know them.
    List<String> partitionColumns = VectorUtils.toJavaList(metadata.getPartitionColumns());
    return new TableSchema(
        fields, partitionColumns.stream().map(name -> spelling(fields, name)).toList(), unreadable);
  }

  private static String spelling(List<Field> fields, String name) {
    int ordinal = FieldNames.ordinalOf(fields, name);
    return ordinal < 0 ? name : fields.get(ordinal).name();
  }

  private static List<Field> fields(StructType struct) {
    return struct.fields().stream().map(KernelSchemas::field).toList();
  }

  private static Field field(StructField field) {
    return new Field(
        field.getName(),
        ColumnMapping.getPhysicalName(field),
        type(field.getDataType()),
        field.isNullable());
  }

  static DataType type(io.delta.kernel.types.DataType type) {
    if (type instanceof StructType struct) {
      return new DataType.Struct(fields(struct));
    } else if (type instanceof ArrayType array) {
      return new DataType.Array(type(array.getElementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return new DataType.Map(
          type(map.getKeyType()), type(map.getValueType()), map.isValueContainsNull());
    } else if (type instanceof DecimalType decimal) {
      return new DataType.Decimal(decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof StringType) {
      return DataType.Primitive.STRING;
    }
    return primitive(type);
  }

  private static DataType.Primitive primitive(io.delta.kernel.types.DataType type) {
    if (type.equals(BooleanType.BOOLEAN)) {
      return DataType.Primitive.BOOLEAN;
    } else if (type.equals(ByteType.BYTE)) {
      return DataType.Primitive.BYTE;
    } else if (type.equals(ShortType.SHORT)) {
      return DataType.Primitive.SHORT;
    } else if (type.equals(IntegerType.INTEGER)) {
      return DataType.Primitive.INTEGER;
    } else if (type.equals(LongType.LONG)) {
      return DataType.Primitive.LONG;
    } else if (type.equals(FloatType.FLOAT)) {
      return DataType.Primitive.FLOAT;
    } else if (type.equals(DoubleType.DOUBLE)) {
      return DataType.Primitive.DOUBLE;
    } else if (type.equals(BinaryType.BINARY)) {
      return DataType.Primitive.BINARY;
    } else if (type.equals(DateType.DATE)) {
      return DataType.Primitive.DATE;
    } else if (type.equals(TimestampType.TIMESTAMP)) {
      return DataType.Primitive.TIMESTAMP;
    } else if (type.equals(TimestampNTZType.TIMESTAMP_NTZ)) {
      return DataType.Primitive.TIMESTAMP_NTZ;
    } else if (type.equals(VariantType.VARIANT)) {
      return DataType.Primitive.VARIANT;
    }
    throw new IllegalArgumentException("Unknown Delta type: " + type);
  }
}
