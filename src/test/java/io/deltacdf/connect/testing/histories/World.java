package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.tables.TableText;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A table on disk, and a model of its expected content at each version. The model contains rows and
 * columns, but no files.
 */
public final class World {
  private final TableKind kind;
  private final TestTable table;
  private final List<ModelVersion> versions = new ArrayList<>();
  private int nextColumnId;
  private int nextFieldId = 100;
  private long earliest;

  World(TableKind kind, Path directory, long seed) {
    this.kind = kind;
    table = kind.create(directory, seed);
    versions.add(new ModelVersion(kind.columns(), new TreeMap<>(), true));
    nextColumnId = kind.columns().size();
  }

  public TableKind kind() {
    return kind;
  }

  public TestTable table() {
    return table;
  }

  /** Returns the oldest version whose commit is still in the log. */
  public long earliest() {
    return earliest;
  }

  public ModelVersion at(long version) {
    return versions.get(Math.toIntExact(version));
  }

  public ModelVersion latest() {
    return versions.get(versions.size() - 1);
  }

  /** Returns the columns that are not keys. */
  List<ModelColumn> dataColumns() {
    int keys = kind.key().types().size();
    return latest().columns().stream().filter(column -> column.id() >= keys).toList();
  }

  /** Returns the names of the key columns at a version. */
  public List<String> keyNames(long version) {
    int keys = kind.key().types().size();
    return at(version).columns().stream()
        .filter(column -> column.id() < keys)
        .sorted((a, b) -> Integer.compare(a.id(), b.id()))
        .map(ModelColumn::name)
        .toList();
  }

  /** Returns a copy of the latest rows, which the caller may change. */
  SortedMap<Integer, Map<Integer, Object>> rows() {
    SortedMap<Integer, Map<Integer, Object>> rows = new TreeMap<>();
    latest().rows().forEach((key, row) -> rows.put(key, new LinkedHashMap<>(row)));
    return rows;
  }

  /** Returns a row by column id, in which each column has the sample value for the number. */
  Map<Integer, Object> newRow(int key, int value) {
    Map<Integer, Object> row = new LinkedHashMap<>();
    for (ModelColumn column : dataColumns()) {
      row.put(column.id(), column.sample(value));
    }
    return withKey(row, key);
  }

  /** Returns the row with another key. */
  Map<Integer, Object> withKey(Map<Integer, Object> row, int key) {
    Map<Integer, Object> changed = new LinkedHashMap<>(row);
    List<Object> values = kind.key().values(key);
    for (int i = 0; i < values.size(); i++) {
      changed.put(i, values.get(i));
    }
    return changed;
  }

  /**
   * Returns the row in the form that the table's writer takes, with the names of the latest
   * columns.
   */
  Map<String, Object> named(Map<Integer, Object> row) {
    return named(row, latest().columns());
  }

  static Map<String, Object> named(Map<Integer, Object> row, List<ModelColumn> columns) {
    Map<String, Object> named = new LinkedHashMap<>();
    columns.forEach(column -> named.put(column.name(), column.type().named(row.get(column.id()))));
    return named;
  }

  List<Map<String, Object>> named(Iterable<Map<Integer, Object>> rows) {
    List<Map<String, Object>> named = new ArrayList<>();
    rows.forEach(row -> named.add(named(row)));
    return named;
  }

  /** Returns the number of a row's key. The row uses the column names of a version. */
  public int keyOf(Map<String, Object> named, long version) {
    return keyOf(keyNames(version).stream().map(named::get).toList());
  }

  /**
   * Returns the number of the key with these values. The values may be their text forms, or one
   * text that joins them.
   */
  public int keyOf(List<?> values) {
    Object plain = PlainValues.plain(values);
    for (int number = 0; number < KeyKind.COUNT; number++) {
      List<Object> key = kind.key().values(number);
      if (PlainValues.plain(key).equals(plain)
          || key.toString().equals(values.toString())
          || List.of(joined(key)).equals(values)) {
        return number;
      }
    }
    throw new IllegalArgumentException("There is no key with these values: " + values);
  }

  private static String joined(List<Object> key) {
    return key.stream().map(String::valueOf).collect(Collectors.joining("|"));
  }

  /**
   * Returns a row in plain form by column id, without null values. The row uses the column names of
   * a version.
   */
  public Map<Integer, Object> plain(Map<String, ?> named, long version) {
    Map<Integer, Object> plain = new TreeMap<>();
    for (ModelColumn column : at(version).columns()) {
      Object value = named.get(column.name());
      if (value != null) {
        plain.put(column.id(), column.type().plain(value));
      }
    }
    return plain;
  }

  /** Returns a plain row, which may be of another version, with the columns of a version. */
  public Map<Integer, Object> shown(Map<Integer, Object> plain, long version) {
    Map<Integer, Object> shown = new TreeMap<>();
    for (ModelColumn column : at(version).columns()) {
      Object value = plain.get(column.id());
      if (value != null) {
        shown.put(column.id(), column.type().shown(value));
      }
    }
    return shown;
  }

  /** Returns the rows of a version in plain form, by the number of the key. */
  public SortedMap<Integer, Map<Integer, Object>> plainRows(long version) {
    SortedMap<Integer, Map<Integer, Object>> plain = new TreeMap<>();
    ModelVersion model = at(version);
    model.rows().forEach((key, row) -> plain.put(key, plain(named(row, model.columns()), version)));
    return plain;
  }

  /** A change row: its type, the number of its key, and its values in plain form by column id. */
  public record RawChange(String type, int key, Map<Integer, Object> row) {
    public boolean isNew() {
      return type.equals("insert") || type.equals("update_postimage");
    }
  }

  /** Returns the change rows of a version, as its commit records them. */
  public List<RawChange> rawChanges(long version) {
    List<RawChange> changes = new ArrayList<>();
    for (Map<String, Object> change : table.changesAt(version)) {
      String type = (String) change.get(TestTable.CHANGE_TYPE);
      long schemaVersion = schemaVersion(type, version);
      changes.add(new RawChange(type, keyOf(change, schemaVersion), plain(change, schemaVersion)));
    }
    return changes;
  }

  /**
   * Returns the version whose schema a change row of a version has. Removed files are read with the
   * schema before the commit, and no step deletes rows in cdc files and changes the schema.
   */
  public long schemaVersion(String changeType, long version) {
    return changeType.equals("delete") ? Math.max(0, version - 1) : version;
  }

  /**
   * Returns the first version whose changes can be published. If the log was cleaned up and its
   * earliest commit changes the metadata, its changes cannot be published, because the previous
   * schema is unknown.
   */
  public long firstStart() {
    return earliest > 0 && table.commitAt(earliest).changesMetadata() ? earliest + 1 : earliest;
  }

  /** Returns the history as text, for messages. */
  public String text() {
    return kind + "\nlog from version " + earliest + "\n" + TableText.of(table);
  }

  int newColumnId() {
    return nextColumnId++;
  }

  /** Returns the id of a new field of a struct, which no field of a new column has. */
  int newFieldId() {
    return nextFieldId++;
  }

  /** Returns whether no column of the latest version has this name. */
  boolean isUnused(String name) {
    return latest().columnId(name) == null;
  }

  /** Records a commit that was written. */
  void committed(ModelVersion version) {
    versions.add(version);
    if (versions.size() != table.version() + 1) {
      throw new IllegalStateException("The model and the table have different versions");
    }
    requireExpectedContent();
  }

  /** Records a commit that changed only rows. */
  void committed(SortedMap<Integer, Map<Integer, Object>> rows) {
    committed(latest().withRows(rows));
  }

  /** Records a commit that changed no rows and no columns. */
  void committedWithoutChange() {
    committed(latest());
  }

  /** Writes a checkpoint of the latest version and deletes the log before it. */
  void cleanLog() {
    table.checkpoint();
    table.faults().dropVersionsBefore(table.version());
    earliest = table.version();
  }

  /**
   * Checks with the writer's model of the files that the table has the content that this model
   * expects.
   */
  private void requireExpectedContent() {
    long version = table.version();
    SortedMap<Integer, Map<Integer, Object>> written = new TreeMap<>();
    List<Map<String, Object>> rows = table.rows();
    rows.forEach(row -> written.put(keyOf(row, version), plain(row, version)));
    boolean sameColumns =
        new TreeSet<>(table.schema().fieldNames())
            .equals(
                latest().columns().stream()
                    .map(ModelColumn::name)
                    .collect(Collectors.toCollection(TreeSet::new)));
    if (!sameColumns || written.size() != rows.size() || !written.equals(plainRows(version))) {
      throw new IllegalStateException(
          "Version %d does not have the expected content: it has %s %s instead of %s %s"
              .formatted(
                  version,
                  table.schema().fieldNames(),
                  written,
                  latest().columns(),
                  plainRows(version)));
    }
  }
}
