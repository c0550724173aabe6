package io.deltacdf.connect.table.variant;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.VariantType;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.ParquetGroups;
import io.deltacdf.connect.table.ReadTransform;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Finds the variants of a column in a file. */
public final class VariantLayouts {
  private final Function<RuntimeException, DeltaCdfException> failure;

  /**
   * @param failure what is thrown where a value is damaged
   */
  public VariantLayouts(Function<RuntimeException, DeltaCdfException> failure) {
    this.failure = failure;
  }

  public static boolean hasVariant(DataType type) {
    if (type instanceof StructType struct) {
      return struct.fields().stream().anyMatch(field -> hasVariant(field.getDataType()));
    } else if (type instanceof ArrayType array) {
      return hasVariant(array.getElementType());
    } else if (type instanceof MapType map) {
      return hasVariant(map.getKeyType()) || hasVariant(map.getValueType());
    }
    return type instanceof VariantType;
  }

  /**
   * The forms of columns with the file's variants in them.
   *
   * @param columns with physical names and field ids
   * @param forms what else is known of the columns
   */
  public List<ReadTransform> inFile(GroupType file, StructType columns, List<ReadTransform> forms) {
    List<ReadTransform> found = new ArrayList<>();
    for (StructField column : columns.fields()) {
      ReadTransform form = forms.get(found.size());
      found.add(form(ParquetGroups.field(file, column), column.getDataType(), form));
    }
    return found;
  }

  private ReadTransform form(Optional<Type> file, DataType type, ReadTransform form) {
    if (type instanceof VariantType) {
      VariantGroup group =
          file.map(Type::asGroupType).map(VariantGroup::of).orElse(VariantGroup.PLAIN);
      return ReadTransform.of(new VariantReader(group, failure));
    } else if (!hasVariant(type)) {
      return form;
    }
    List<ReadTransform> parts = new ArrayList<>();
    Optional<GroupType> group = file.map(Type::asGroupType);
    if (type instanceof StructType struct) {
      for (StructField field : struct.fields()) {
        Optional<Type> fieldInFile = group.flatMap(g -> ParquetGroups.field(g, field));
        parts.add(form(fieldInFile, field.getDataType(), form.part(parts.size())));
      }
    } else if (type instanceof ArrayType array) {
      parts.add(form(group.map(ParquetGroups::element), array.getElementType(), form.part(0)));
    } else if (type instanceof MapType map) {
      parts.add(form(part(group, 0), map.getKeyType(), form.part(0)));
      parts.add(form(part(group, 1), map.getValueType(), form.part(1)));
    }
    return ReadTransform.of(parts);
  }

  private static Optional<Type> part(Optional<GroupType> map, int part) {
    return map.map(group -> ParquetGroups.entryPart(group, part));
  }
}
