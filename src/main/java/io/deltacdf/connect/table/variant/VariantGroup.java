package io.deltacdf.connect.table.variant;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * The group that holds a variant in a file, as Parquet's VariantEncoding and VariantShredding
 * specifications define it. Its fields are {@code metadata} and {@code value}; a writer that shreds
 * variants, which means that it stores parts of them as columns, adds {@code typed_value}.
 */
final class VariantGroup {
  static final String METADATA = "metadata";
  static final String VALUE = "value";

  private static final String TYPED_VALUE = "typed_value";

  private VariantGroup() {}

  static boolean isShredded(GroupType group) {
    return group.containsField(TYPED_VALUE);
  }

  /** Returns the element of a shredded array, {@code (LIST) { repeated group { element } }}. */
  static Type element(GroupType list) {
    return list.getType(0).asGroupType().getType(0);
  }

  /**
   * Returns the whole group as a struct with the fields in the group's order. Numbers, decimals,
   * dates and times are read as the file stores them.
   */
  static RequestedColumn requested(Type type) {
    if (type.isPrimitive()) {
      return stored(type, primitive(type.asPrimitiveType()), List.of());
    }
    GroupType group = type.asGroupType();
    if (group.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
      RequestedColumn element = requested(element(group));
      return stored(type, new DataType.Array(element.type(), true), List.of(element));
    }
    List<RequestedColumn> parts = group.getFields().stream().map(VariantGroup::requested).toList();
    List<Field> fields =
        parts.stream().map(part -> new Field(part.name(), part.name(), part.type(), true)).toList();
    return stored(type, new DataType.Struct(fields), parts);
  }

  private static RequestedColumn stored(Type file, DataType type, List<RequestedColumn> parts) {
    return new RequestedColumn(file.getName(), RequestedColumn.NO_ID, type, parts, true);
  }

  private static DataType primitive(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> DataType.Primitive.BOOLEAN;
      case INT32 -> DataType.Primitive.INTEGER;
      case INT64 -> DataType.Primitive.LONG;
      case FLOAT -> DataType.Primitive.FLOAT;
      case DOUBLE -> DataType.Primitive.DOUBLE;
      case BINARY, FIXED_LEN_BYTE_ARRAY -> DataType.Primitive.BINARY;
      case INT96 -> throw new IllegalArgumentException("A variant contains the Parquet type INT96");
    };
  }
}
