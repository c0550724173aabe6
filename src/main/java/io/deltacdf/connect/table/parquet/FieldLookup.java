package io.deltacdf.connect.table.parquet;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Finds a wanted column among the fields of a file, or of a struct in it. */
final class FieldLookup {
  private FieldLookup() {}

  /**
   * By field id where one is asked for; else by name, as written or, where that is not there,
   * whatever its case. A field that has an id is never taken for one with another.
   */
  static Optional<Type> find(GroupType group, RequestedColumn wanted) {
    if (wanted.id() == RequestedColumn.NO_ID) {
      return byName(group.getFields(), wanted.name());
    }
    Optional<Type> byId =
        group.getFields().stream()
            .filter(field -> field.getId() != null && field.getId().intValue() == wanted.id())
            .findFirst();
    return byId.isPresent()
        ? byId
        : byName(
            group.getFields().stream().filter(field -> field.getId() == null).toList(),
            wanted.name());
  }

  private static Optional<Type> byName(List<Type> fields, String name) {
    Optional<Type> exact =
        fields.stream().filter(field -> field.getName().equals(name)).findFirst();
    return exact.isPresent()
        ? exact
        : fields.stream().filter(field -> field.getName().equalsIgnoreCase(name)).findFirst();
  }
}
