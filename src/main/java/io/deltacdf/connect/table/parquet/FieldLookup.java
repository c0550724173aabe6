package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.FieldNames;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Finds a requested column among the fields of a file, or of a struct in it. */
final class FieldLookup {
  private FieldLookup() {}

  /**
   * Finds a field by its id if the request has one, else by name as {@link FieldNames} does. If no
   * field has the requested id, only fields without an id are searched by name.
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
    int index = FieldNames.find(fields, Type::getName, name);
    return index < 0 ? Optional.empty() : Optional.of(fields.get(index));
  }
}
