package io.deltacdf.connect.table.column;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Finds fields by name. The exact name is preferred; if no field has it, the case of the letters is
 * ignored. The same rule holds for logical names, for physical names, and for names in files.
 */
public final class FieldNames {
  private FieldNames() {}

  /** Returns the ordinal of the field with this logical name, or -1 if there is none. */
  public static int ordinalOf(List<Field> fields, String name) {
    return find(fields, Field::name, name);
  }

  /** Returns the ordinal of the field with this physical name, or -1 if there is none. */
  public static int physicalOrdinalOf(List<Field> fields, String physicalName) {
    return find(fields, Field::physicalName, physicalName);
  }

  /**
   * Returns the ordinals of the fields that a user may mean by a name: of the field with exactly
   * this name, or otherwise of all fields whose names differ from it in case only.
   */
  public static List<Integer> candidates(
      List<Field> fields, Function<? super Field, String> nameOf, String name) {
    List<Integer> anyCase = new ArrayList<>(1);
    for (int i = 0; i < fields.size(); i++) {
      String other = nameOf.apply(fields.get(i));
      if (other.equals(name)) {
        return List.of(i);
      }
      if (other.equalsIgnoreCase(name)) {
        anyCase.add(i);
      }
    }
    return anyCase;
  }

  /** Returns the index of the item with this name, or -1 if there is none. */
  public static <T> int find(List<T> items, Function<? super T, String> nameOf, String name) {
    int anyCase = -1;
    for (int i = 0; i < items.size(); i++) {
      String other = nameOf.apply(items.get(i));
      if (other.equals(name)) {
        return i;
      }
      if (anyCase < 0 && other.equalsIgnoreCase(name)) {
        anyCase = i;
      }
    }
    return anyCase;
  }
}
