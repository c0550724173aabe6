package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.histories.ModelTypes.ListOf;
import io.deltacdf.connect.testing.histories.ModelTypes.MapOf;
import io.deltacdf.connect.testing.histories.ModelTypes.Simple;
import io.deltacdf.connect.testing.histories.ModelTypes.StructOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rows before an update in the schema after it. Values of types that cannot be widened to the
 * new type are null, as those of columns that a RESTORE makes narrower.
 */
public final class RowsBefore {
  private RowsBefore() {}

  /** Returns a plain row of the version before a version with the types of the version. */
  public static Map<Integer, Object> of(World world, long version, Map<Integer, Object> row) {
    Map<Integer, Object> converted = new TreeMap<>();
    for (ModelColumn to : world.at(version).columns()) {
      for (ModelColumn from : world.at(version - 1).columns()) {
        if (from.id() == to.id() && row.get(from.id()) != null && takes(to.type(), from.type())) {
          converted.put(to.id(), value(from.type(), to.type(), row.get(from.id()), false));
        }
      }
    }
    return converted;
  }

  /** Whether all values of a type are values of another one. */
  private static boolean takes(ModelType to, ModelType from) {
    if (to instanceof ListOf list) {
      return from instanceof ListOf other && takes(list.element(), other.element());
    } else if (to instanceof MapOf map) {
      return from instanceof MapOf other && takes(map.value(), other.value());
    } else if (to instanceof StructOf) {
      return from instanceof StructOf;
    }
    return from instanceof Simple
        && (to.equals(from)
            || Optional.ofNullable(Samples.WIDER.get(from.text()))
                .filter(wider -> takes(to, new Simple(wider)))
                .isPresent());
  }

  /**
   * @param byName whether fields are matched by their names only, because an overwrite has replaced
   *     the struct by another one
   */
  private static Object value(ModelType from, ModelType to, Object plain, boolean byName) {
    if (to instanceof ListOf list) {
      List<Object> converted = new ArrayList<>();
      for (Object element : (List<?>) plain) {
        converted.add(
            element == null
                ? null
                : value(((ListOf) from).element(), list.element(), element, byName));
      }
      return converted;
    } else if (to instanceof MapOf map) {
      Map<String, Object> converted = new TreeMap<>();
      ((Map<?, ?>) plain)
          .forEach(
              (key, one) ->
                  converted.put(
                      (String) key, value(((MapOf) from).value(), map.value(), one, byName)));
      return converted;
    } else if (to instanceof StructOf struct) {
      return struct((StructOf) from, struct, (Map<?, ?>) plain, byName);
    }
    return plain;
  }

  private static Map<String, Object> struct(
      StructOf from, StructOf to, Map<?, ?> plain, boolean byName) {
    Map<String, Object> converted = new TreeMap<>();
    for (ModelField field : to.fields()) {
      Optional<ModelField> same = byName ? Optional.empty() : withId(from, field.id());
      Optional<ModelField> source =
          same.or(() -> withName(from, field.name()).filter(it -> byName || !hasId(to, it.id())));
      source
          .filter(it -> plain.get(it.key()) != null && takes(field.type(), it.type()))
          .ifPresent(
              it ->
                  converted.put(
                      field.key(),
                      value(it.type(), field.type(), plain.get(it.key()), same.isEmpty())));
    }
    return converted;
  }

  private static boolean hasId(StructOf struct, int id) {
    return withId(struct, id).isPresent();
  }

  private static Optional<ModelField> withId(StructOf struct, int id) {
    return struct.fields().stream().filter(field -> field.id() == id).findFirst();
  }

  private static Optional<ModelField> withName(StructOf struct, String name) {
    return struct.fields().stream().filter(field -> field.name().equals(name)).findFirst();
  }
}
