package io.deltacdf.connect.table.variant;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StructType;
import io.deltacdf.connect.table.ParquetGroups;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * The group that holds a variant in a file, as Parquet's VariantEncoding and VariantShredding
 * specifications have it: {@code metadata} and {@code value}, and {@code typed_value} where the
 * writer shredded the variant, which is to keep parts of its values in columns of their own.
 *
 * @param file the group
 * @param readType the struct that a reader is asked for, its fields in the order of the group;
 *     numbers, decimals, dates and times are left in it as the file stores them
 */
public record VariantGroup(GroupType file, StructType readType) {
  static final String METADATA = "metadata";
  static final String VALUE = "value";
  static final String TYPED_VALUE = "typed_value";

  /** That of writers that do not shred, and of files without the column. */
  static final VariantGroup PLAIN =
      of(
          Types.optionalGroup()
              .required(PrimitiveTypeName.BINARY)
              .named(METADATA)
              .required(PrimitiveTypeName.BINARY)
              .named(VALUE)
              .named("variant"));

  static VariantGroup of(GroupType file) {
    return new VariantGroup(file, struct(file));
  }

  boolean isShredded() {
    return file.containsField(TYPED_VALUE);
  }

  private static StructType struct(GroupType group) {
    StructType struct = new StructType();
    for (Type field : group.getFields()) {
      struct = struct.add(field.getName(), readType(field));
    }
    return struct;
  }

  private static DataType readType(Type type) {
    if (type.isPrimitive()) {
      return primitive(type.asPrimitiveType());
    }
    GroupType group = type.asGroupType();
    return group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation
        ? new ArrayType(readType(ParquetGroups.element(group)), true)
        : struct(group);
  }

  private static DataType primitive(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> BooleanType.BOOLEAN;
      case INT32 -> IntegerType.INTEGER;
      case INT64 -> LongType.LONG;
      case FLOAT -> FloatType.FLOAT;
      case DOUBLE -> DoubleType.DOUBLE;
      case BINARY, FIXED_LEN_BYTE_ARRAY -> BinaryType.BINARY;
      case INT96 -> throw new IllegalArgumentException("INT96 inside a variant");
    };
  }
}
