package io.deltacdf.connect.table;

import io.delta.kernel.types.StructField;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Finds the parts of Delta's types in the schema of a Parquet file. */
public final class ParquetGroups {
  private static final String FIELD_ID = "parquet.field.id";

  private ParquetGroups() {}

  /** The field of a struct: by its id where it has one, else by its name whatever the case. */
  public static Optional<Type> field(GroupType struct, StructField field) {
    if (field.getMetadata().contains(FIELD_ID)) {
      int id = field.getMetadata().getLong(FIELD_ID).intValue();
      for (Type type : struct.getFields()) {
        if (type.getId() != null && type.getId().intValue() == id) {
          return Optional.of(type);
        }
      }
    }
    if (struct.containsField(field.getName())) {
      return Optional.of(struct.getType(field.getName()));
    }
    return struct.getFields().stream()
        .filter(type -> type.getName().equalsIgnoreCase(field.getName()))
        .findFirst();
  }

  /** The element of a list: {@code list (LIST) { repeated group { element } }}. */
  public static Type element(GroupType list) {
    return list.getType(0).asGroupType().getType(0);
  }

  /** Key (0) or value (1) of a map: {@code map (MAP) { repeated group { key; value } }}. */
  public static Type entryPart(GroupType map, int part) {
    return map.getType(0).asGroupType().getType(part);
  }
}
