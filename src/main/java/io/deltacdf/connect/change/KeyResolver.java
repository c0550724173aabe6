package io.deltacdf.connect.change;

import io.deltacdf.connect.offset.KeyIdentity;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.FieldNames;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds a table's key columns in its schemas. In the first schema columns are found by the
 * configured names: the column with exactly the name, or otherwise the only one whose name differs
 * in case only. In later schemas the same columns are found by their physical names, so that the
 * key follows its columns through renames. If a commit replaces a key column by a new column with
 * the configured name, as an overwrite may do, the new column becomes part of the key. If a key
 * column is dropped, that is an error.
 *
 * <p>After a restart a key column may no longer have the configured name, because it was renamed.
 * It is then found by what the stored offset says of it ({@link StoredKey}). If the offset says
 * nothing, the configured name is tried as a physical name: columns that existed before the table
 * got its column mapping have their first name as physical name.
 *
 * <p>Not thread-safe.
 */
public final class KeyResolver {
  /** Recognizes the key columns of an earlier run by what an offset stores of them. */
  @FunctionalInterface
  public interface StoredKey {
    /**
     * Returns whether a column is one of the key.
     *
     * @param index the column's index in the key
     * @param name the name that is configured for it
     */
    boolean matches(int index, String name, Field column);
  }

  private final String table;
  private final List<String> names;
  private final String[] physicalNames;
  private @Nullable StoredKey storedKey;
  private @Nullable TableSchema last;

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
   * Resumes with the key columns of an earlier run.
   *
   * @param key recognizes the columns in the schema that is resolved first now
   */
  public void resume(StoredKey key) {
    storedKey = key;
  }

  /**
   * Returns the key columns in a schema.
   *
   * @param version the version of the schema, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID if the schema lacks a key
   *     column, if two configured names are of the same column, or if a name may mean several
   *     columns
   */
  public KeyColumns resolve(TableSchema schema, long version) {
    List<Integer> ordinals = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      int ordinal = last == null ? firstOrdinal(i, schema, version) : nextOrdinal(i, schema, last);
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
   * Returns what an offset must store so that the key columns of a schema are found again. Empty as
   * long as they are found by their configured names.
   *
   * @param key what {@link #resolve} returned for the schema
   */
  public Optional<String> identity(TableSchema schema, KeyColumns key) {
    List<Field> columns = key.ordinals().stream().map(schema.fields()::get).toList();
    for (int i = 0; i < columns.size(); i++) {
      if (!named(schema, names.get(i)).equals(List.of(key.ordinals().get(i)))) {
        return Optional.of(KeyIdentity.of(names, columns).toString());
      }
    }
    return Optional.empty();
  }

  private int firstOrdinal(int key, TableSchema schema, long version) {
    String name = names.get(key);
    StoredKey stored = storedKey;
    int ordinal =
        stored == null ? -1 : ordinalOf(schema, column -> stored.matches(key, name, column));
    if (ordinal >= 0) {
      return ordinal;
    }
    List<Integer> named = named(schema, name);
    if (named.isEmpty()) {
      named = FieldNames.candidates(schema.fields(), Field::physicalName, name);
    }
    if (named.size() > 1) {
      throw ChangeErrors.ambiguousKeyColumn(
          table,
          version,
          name,
          named.stream().map(column -> schema.fields().get(column).name()).toList());
    }
    return named.isEmpty() ? -1 : named.get(0);
  }

  private static List<Integer> named(TableSchema schema, String name) {
    return FieldNames.candidates(schema.fields(), Field::name, name);
  }

  private int nextOrdinal(int key, TableSchema schema, TableSchema previous) {
    int ordinal = schema.physicalOrdinalOf(physicalNames[key]);
    if (ordinal >= 0) {
      return ordinal;
    }
    ordinal = schema.ordinalOf(names.get(key));
    // A column that already existed and was renamed to the configured name is not the key.
    boolean isNew =
        ordinal >= 0 && previous.physicalOrdinalOf(schema.fields().get(ordinal).physicalName()) < 0;
    return isNew ? ordinal : -1;
  }

  private static int ordinalOf(TableSchema schema, Predicate<Field> condition) {
    for (int i = 0; i < schema.size(); i++) {
      if (condition.test(schema.fields().get(i))) {
        return i;
      }
    }
    return -1;
  }
}
