package io.deltacdf.connect.change;

import io.deltacdf.connect.table.Field;
import io.deltacdf.connect.table.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds a table's key columns in its schemas. The first schema is searched for the configured names
 * whatever their case; later ones for the same columns by their physical names, so that a key
 * follows its columns through renames. A column that is gone, because it was dropped or replaced,
 * is searched for by its configured name again.
 *
 * <p>After a restart the configured name may be one that a rename took away: then it is tried as a
 * physical name, which is what a column's first name stays when a table gets its column mapping
 * later on.
 *
 * <p>Not thread-safe.
 */
public final class KeyResolver {
  private final String table;
  private final List<String> names;
  private final String[] physicalNames;

  /**
   * @param table the table's name in the configuration, for messages
   * @param names the configured names of the key columns; empty for a table without a key
   */
  public KeyResolver(String table, List<String> names) {
    this.table = table;
    this.names = List.copyOf(names);
    this.physicalNames = new String[names.size()];
  }

  /**
   * The key columns in a schema.
   *
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID where one is not there
   */
  public KeyColumns resolve(TableSchema schema) {
    List<Integer> ordinals = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      int ordinal = ordinalOf(i, schema);
      if (ordinal < 0) {
        throw ChangeErrors.unknownKeyColumn(table, names.get(i), schema);
      }
      Field field = schema.fields().get(ordinal);
      if (ordinals.contains(ordinal)) {
        throw ChangeErrors.repeatedKeyColumn(table, field.name());
      }
      ordinals.add(ordinal);
      physicalNames[i] = field.physicalName();
    }
    return new KeyColumns(ordinals);
  }

  private int ordinalOf(int key, TableSchema schema) {
    int ordinal = physicalNames[key] == null ? -1 : physicalOrdinal(schema, physicalNames[key]);
    if (ordinal < 0) {
      ordinal = schema.ordinalOf(names.get(key));
    }
    return ordinal < 0 ? physicalOrdinal(schema, names.get(key)) : ordinal;
  }

  private static int physicalOrdinal(TableSchema schema, String physicalName) {
    for (int i = 0; i < schema.size(); i++) {
      if (schema.fields().get(i).physicalName().equalsIgnoreCase(physicalName)) {
        return i;
      }
    }
    return -1;
  }
}
