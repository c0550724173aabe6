package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Format;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BasePrimitiveType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.VariantType;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Creates states of tables with a given schema. */
public final class SchemaStates {
  private SchemaStates() {}

  /** Returns a state whose schema equals the given one. */
  public static TableState state(String tableId, TableSchema schema) {
    StructType struct = struct(schema.fields());
    Metadata metadata =
        new Metadata(
            tableId,
            Optional.empty(),
            Optional.empty(),
            new Format(),
            struct.toJson(),
            struct,
            VectorUtils.buildArrayValue(List.of(), StringType.STRING),
            Optional.empty(),
            VectorUtils.stringStringMapValue(Map.of("delta.enableChangeDataFeed", "true")));
    return TableState.of(
        new TableLocation(tableId, "memory:/" + tableId), 0, metadata, new Protocol(2, 5));
  }

  private static StructType struct(List<Field> fields) {
    return new StructType(
        fields.stream()
            .map(
                field ->
                    new StructField(
                        field.name(),
                        type(field.type()),
                        field.nullable(),
                        FieldMetadata.builder()
                            .putString("delta.columnMapping.physicalName", field.physicalName())
                            .build()))
            .toList());
  }

  private static io.delta.kernel.types.DataType type(DataType type) {
    if (type instanceof DataType.Struct struct) {
      return struct(struct.fields());
    } else if (type instanceof DataType.Array array) {
      return new ArrayType(type(array.element()), array.containsNull());
    } else if (type instanceof DataType.Map map) {
      return new MapType(type(map.key()), type(map.value()), map.valueContainsNull());
    } else if (type instanceof DataType.Decimal decimal) {
      return new DecimalType(decimal.precision(), decimal.scale());
    } else if (type == DataType.Primitive.VARIANT) {
      return VariantType.VARIANT;
    }
    return BasePrimitiveType.createPrimitive(type.toString().toLowerCase(Locale.ROOT));
  }
}
