package io.deltacdf.connect.table.parquet;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Finds a requested column among the fields of a file, or of a struct in it. */
final class FieldLookup {
  private FieldLookup() {}

  /**
   * Finds a field by its id if the request has one, else by name: by the exact name, or, if no field
   * has it, by the name in any case. If a field id is requested and no field has it, only fields
   * without an id are searched by name.
   */
  static Optional<Type> find(GroupType group, RequestedColumn requested) {
    if (requested.id() == RequestedColumn.NO_ID) {
      return byName(group.getFields(), requested.name());
    }
    Optional<Type> byId =
        group.getFields().stream()
            .filter(field -> field.getId() != null && field.getId().intValue() == requested.id())
            .findFirst();
    return byId.isPresent()
        ? byId
        : byName(
            group.getFields().stream().filter(field -> field.getId() == null).toList(),
            requested.name());
  }

  private static Optional<Type> byName(List<Type> fields, String name) {
    Optional<Type> exact =
        fields.stream().filter(field -> field.getName().equals(name)).findFirst();
    return exact.isPresent()
        ? exact
        : fields.stream().filter(field -> field.getName().equalsIgnoreCase(name)).findFirst();
  }
}
