package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.KeyIdentity;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds a table's key columns in its schemas. The first schema is searched for the configured names
 * whatever their case; later ones for the same columns by their physical names, so that a key
 * follows its columns through renames. Where a column is replaced in one commit by a new one of its
 * configured name, as an overwrite may do, the new one takes its place; one that is dropped is
 * missed.
 *
 * <p>After a restart the configured name may be one that a rename took away. Then the column is
 * known from the identity that the offset carries; without one the name is tried as a physical
 * name, which is what a column's first name stays when a table gets its column mapping later on.
 *
 * <p>Not thread-safe.
 */
public final class KeyResolver {
  private final String table;
  private final List<String> names;
  private final String[] physicalNames;
  private KeyIdentity stored;
  private TableSchema last;

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
   * Goes on with the columns of an earlier run: in the first schema they are searched for first.
   *
   * @param identity what {@link #identity} gave for the schema that comes first now
   */
  public void resume(String identity) {
    stored = KeyIdentity.parse(identity);
  }

  /**
   * The key columns in a schema.
   *
   * @param version the version that the schema comes with, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID where one is not there
   */
  public KeyColumns resolve(TableSchema schema, long version) {
    List<Integer> ordinals = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      int ordinal = last == null ? firstOrdinal(i, schema) : nextOrdinal(i, schema);
      if (ordinal < 0) {
        throw last == null
            ? ChangeErrors.unknownKeyColumn(table, version, names.get(i), schema)
            : ChangeErrors.keyColumnDropped(table, version, names.get(i));
      }
      if (ordinals.contains(ordinal)) {
        throw ChangeErrors.repeatedKeyColumn(table, schema.fields().get(ordinal).name());
      }
      ordinals.add(ordinal);
    }
    for (int i = 0; i < physicalNames.length; i++) {
      physicalNames[i] = schema.fields().get(ordinals.get(i)).physicalName();
    }
    last = schema;
    return new KeyColumns(ordinals);
  }

  /**
   * What an offset has to carry so that the key columns of a schema are found again: empty as long
   * as their configured names lead to them.
   *
   * @param key what {@link #resolve} gave for the schema
   */
  public Optional<String> identity(TableSchema schema, KeyColumns key) {
    List<Field> columns = key.ordinals().stream().map(schema.fields()::get).toList();
    for (int i = 0; i < columns.size(); i++) {
      if (schema.ordinalOf(names.get(i)) != key.ordinals().get(i)) {
        return Optional.of(KeyIdentity.of(names, columns).toString());
      }
    }
    return Optional.empty();
  }

  private int firstOrdinal(int key, TableSchema schema) {
    String name = names.get(key);
    int ordinal =
        stored == null ? -1 : ordinalOf(schema, column -> stored.matches(key, name, column));
    if (ordinal < 0) {
      ordinal = schema.ordinalOf(name);
    }
    return ordinal < 0 ? schema.physicalOrdinalOf(name) : ordinal;
  }

  private int nextOrdinal(int key, TableSchema schema) {
    int ordinal = schema.physicalOrdinalOf(physicalNames[key]);
    if (ordinal >= 0) {
      return ordinal;
    }
    ordinal = schema.ordinalOf(names.get(key));
    // A column that was there before has other values: it only got the name.
    boolean isNew =
        ordinal >= 0 && last.physicalOrdinalOf(schema.fields().get(ordinal).physicalName()) < 0;
    return isNew ? ordinal : -1;
  }

  private static int ordinalOf(TableSchema schema, Predicate<Field> wanted) {
    for (int i = 0; i < schema.size(); i++) {
      if (wanted.test(schema.fields().get(i))) {
        return i;
      }
    }
    return -1;
  }
}
