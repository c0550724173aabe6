package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A Delta table on the local disk that is written without Spark. It consists of log files, Parquet
 * files and deletion vectors, as common and unusual writers write them, and of a model of the rows
 * at each version.
 *
 * <pre>{@code
 * TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
 * table.insert(row("id", 1, "name", "a"));
 * table.commit().operation("DELETE").removeRows(table.file(0), 0).write();
 * table.rowsAt(1);
 * }</pre>
 *
 * <p>Only one thread may write at a time.
 */
public final class TestTable {
  public static final String CHANGE_TYPE = "_change_type";
  static final String CHANGE_DATA_FEED = "delta.enableChangeDataFeed";
  static final String DELETION_VECTORS = "delta.enableDeletionVectors";
  static final String IN_COMMIT_TIMESTAMPS = "delta.enableInCommitTimestamps";
  private static final AtomicLong SEEDS = new AtomicLong();

  private final Path directory;
  private final DeltaLog log;
  private final TableFiles files;
  private final Random random;
  private final DeletionVectorStorage deletionVectorStorage;
  private final RemoveStyle removeStyle;
  private final TableHistory history = new TableHistory();

  TestTable(TableBuilder builder) {
    directory = builder.directory.toAbsolutePath();
    log = new DeltaLog(directory);
    random = new Random(builder.seed);
    files = new TableFiles(directory, this::newUuid, builder.files);
    deletionVectorStorage = builder.deletionVectorStorage;
    removeStyle = builder.removeStyle;
  }

  /** Returns a builder for a new table in this directory. */
  public static TableBuilder at(Path directory) {
    return new TableBuilder(directory);
  }

  CommitBuilder commitCreation(TableBuilder builder) {
    long timestamp = builder.timestamp == null ? nextTimestamp() : builder.timestamp;
    String id = builder.tableId == null ? newUuid().toString() : builder.tableId;
    TableMetadata metadata =
        new TableMetadata(
            id, builder.schema, builder.partitionColumns, builder.properties, timestamp);
    TableProtocol protocol = builder.protocol;
    if (protocol == null) {
      protocol =
          TableProtocol.of(TableProtocol.neededFeatures(builder.schema, builder.properties))
              .upgraded(builder.features);
    }
    return commit()
        .timestamp(timestamp)
        .operation("CREATE TABLE")
        .protocol(protocol)
        .metadata(metadata);
  }

  /** Returns the table's directory. */
  public Path directory() {
    return directory;
  }

  /** Returns the table's directory in the form of the connector's options. */
  public String path() {
    return directory.toString();
  }

  /** Returns the latest version. */
  public long version() {
    return history.version();
  }

  public TableMetadata metadata() {
    return state().metadata();
  }

  public StructType schema() {
    return state().metadata().schema();
  }

  public TableProtocol protocol() {
    return state().protocol();
  }

  /** Returns the commit of a version, as it was written. */
  public Commit commitAt(long version) {
    return history.commit(version);
  }

  /** Returns the data files of the latest version, the oldest first. */
  public List<DataFile> files() {
    return state().files().stream().map(LiveFile::file).toList();
  }

  /** Returns the data file at an index of {@link #files()}. */
  public DataFile file(int index) {
    return files().get(index);
  }

  /** Returns the rows of the latest version. */
  public List<Map<String, Object>> rows() {
    return state().rows();
  }

  /**
   * Returns the rows of the table at a version in the schema of that version, with canonical values
   * ({@link Values}), in the order of files and positions.
   */
  public List<Map<String, Object>> rowsAt(long version) {
    return stateAt(version).rows();
  }

  /** Returns the rows of a version by row id; the table must have row tracking. */
  public Map<Long, TrackedRow> trackedRowsAt(long version) {
    return RowTracking.rows(stateAt(version));
  }

  /** Returns the schema of a version. */
  public StructType schemaAt(long version) {
    return stateAt(version).metadata().schema();
  }

  TableState stateAt(long version) {
    return history.stateAt(version);
  }

  /** Starts the next commit. */
  public CommitBuilder commit() {
    return new CommitBuilder(this);
  }

  /** Writes a data file without a commit; the rows must belong to one partition. */
  public DataFile dataFile(List<Map<String, Object>> rows, Consumer<FileOptions> options) {
    return single(files.data(metadata(), rows, options));
  }

  /** Like {@link #dataFile(List, Consumer)}, with the options of the table. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final DataFile dataFile(Map<String, Object>... rows) {
    return dataFile(List.of(rows), options -> {});
  }

  /** Writes a cdc file without a commit; the rows must belong to one partition. */
  public DataFile changeFile(List<Map<String, Object>> changes, Consumer<FileOptions> options) {
    return single(files.changes(metadata(), changes, options));
  }

  private static DataFile single(List<DataFile> written) {
    if (written.size() != 1) {
      throw new IllegalArgumentException(
          "The rows belong to " + written.size() + " partitions instead of one");
    }
    return written.get(0);
  }

  /** Appends rows, as one data file for each partition. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final long insert(Map<String, Object>... rows) {
    return insert(List.of(rows));
  }

  /** Like {@link #insert(Map[])}; {@link Rows#generate} makes any number of rows possible. */
  public long insert(List<Map<String, Object>> rows) {
    return commit().operation("WRITE").parameter("mode", "Append").addRows(rows).write();
  }

  /** Like {@link #insert(List)}, with the rows distributed evenly over several files. */
  public long insert(List<Map<String, Object>> rows, int fileCount) {
    CommitBuilder commit = commit().operation("WRITE").parameter("mode", "Append");
    for (int i = 0; i < fileCount; i++) {
      int from = (int) ((long) rows.size() * i / fileCount);
      int to = (int) ((long) rows.size() * (i + 1) / fileCount);
      commit.addRows(rows.subList(from, to));
    }
    return commit.write();
  }

  /**
   * Returns the edits of rows as Spark commits them for this table: by deletion vectors if they are
   * enabled.
   */
  public TableEdits edits() {
    return new TableEdits(this, metadata().isOn(DELETION_VECTORS));
  }

  /** Returns the edits of rows that rewrite files, even if deletion vectors are enabled. */
  public TableEdits copyOnWrite() {
    return new TableEdits(this, false);
  }

  /** See {@link TableEdits#update}. */
  public long update(
      Predicate<Map<String, Object>> where, UnaryOperator<Map<String, Object>> edit) {
    return edits().update(where, edit);
  }

  /** See {@link TableEdits#delete}. */
  public long delete(Predicate<Map<String, Object>> where) {
    return edits().delete(where);
  }

  /** Upserts rows by one key column, see {@link TableEdits#merge}. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final long merge(String key, Map<String, Object>... upserts) {
    return edits().merge(List.of(key), List.of(upserts), List.of());
  }

  /** See {@link TableEdits#optimize}. */
  public long optimize() {
    return edits().optimize();
  }

  /** Deletes whole files by remove actions, without cdc files. */
  public long deleteFiles(DataFile... which) {
    return new WholeFileEdits(this).delete(List.of(which));
  }

  /** {@code TRUNCATE}: removes all files. */
  public long truncate() {
    return new WholeFileEdits(this).delete(files());
  }

  /** Replaces all rows by remove and add actions, including rows that do not change. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final long overwrite(Map<String, Object>... rows) {
    return overwrite(schema(), List.of(rows));
  }

  /** Replaces all rows, and the schema if it differs ({@code overwriteSchema}). */
  public long overwrite(StructType schema, List<Map<String, Object>> rows) {
    return new WholeFileEdits(this).overwrite(schema, rows);
  }

  /** Dynamic partition overwrite: replaces the partitions to which the rows belong. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final long overwritePartitions(Map<String, Object>... rows) {
    return overwritePartitions(List.of(rows));
  }

  /** Dynamic partition overwrite: replaces the partitions to which the rows belong. */
  public long overwritePartitions(List<Map<String, Object>> rows) {
    return new WholeFileEdits(this).overwritePartitions(rows);
  }

  /** {@code RESTORE TO VERSION}: restores files, deletion vectors and metadata. */
  public long restore(long version) {
    return new WholeFileEdits(this).restore(version);
  }

  /** Creates a shallow clone: a separate table that refers to the files of this one. */
  public TestTable shallowClone(Path cloneDirectory) {
    return new WholeFileEdits(this).shallowClone(cloneDirectory);
  }

  /** {@code ADD COLUMNS}: adds columns, which are given in SQL's notation. */
  public long addColumns(String columns) {
    return new SchemaEdits(this).addColumns(columns);
  }

  public long renameColumn(String name, String newName) {
    return new SchemaEdits(this).renameColumn(name, newName);
  }

  public long dropColumn(String name) {
    return new SchemaEdits(this).dropColumn(name);
  }

  /** {@code ALTER COLUMN TYPE}: widens the type of a column. */
  public long widenColumn(String name, String type) {
    return new SchemaEdits(this).widenColumn(name, type);
  }

  public long dropNotNull(String name) {
    return new SchemaEdits(this).dropNotNull(name);
  }

  /** {@code SET TBLPROPERTIES}: sets a property, or removes it if the value is null. */
  public long setProperty(String name, String value) {
    return commit()
        .operation("SET TBLPROPERTIES")
        .properties(Collections.singletonMap(name, value))
        .write();
  }

  /** Turns the change data feed on or off. */
  public long setChangeDataFeed(boolean on) {
    return setProperty(CHANGE_DATA_FEED, String.valueOf(on));
  }

  /**
   * Returns the change rows of a version by the protocol's rules, with {@code _change_type}. They
   * have the schema of the version, except for the rows of removed files, which have the schema of
   * the previous version.
   */
  public List<Map<String, Object>> changesAt(long version) {
    StructType after = schemaAt(version);
    StructType before = version == 0 ? after : schemaAt(version - 1);
    return ChangeModel.changes(commitAt(version), before, after);
  }

  /** Writes a checkpoint of the latest version with Delta Kernel. */
  public void checkpoint() {
    boolean managed = protocol().writerFeatures().contains("catalogManaged");
    KernelReader.checkpoint(directory, managed ? OptionalLong.of(version()) : OptionalLong.empty());
  }

  /** Returns an object that damages the table on disk. */
  public TableFaults faults() {
    return new TableFaults(this);
  }

  TableState state() {
    return history.state();
  }

  DeltaLog log() {
    return log;
  }

  TableFiles tableFiles() {
    return files;
  }

  DeletionVectorStorage deletionVectorStorage() {
    return deletionVectorStorage;
  }

  RemoveStyle removeStyle() {
    return removeStyle;
  }

  TableHistory history() {
    return history;
  }

  Collection<LiveFile> liveFiles() {
    return new ArrayList<>(state().files());
  }

  DeletionVectorFile newDeletionVectorFile() {
    UUID uuid = newUuid();
    boolean prefixed = state().metadata() != null && state().metadata().columnMapping();
    return new DeletionVectorFile(directory, prefixed ? uuid.toString().substring(0, 2) : "", uuid);
  }

  UUID newUuid() {
    return new UUID(
        (random.nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x4000L,
        (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L);
  }

  long nextTimestamp() {
    return history.nextTimestamp();
  }

  static long nextSeed() {
    return SEEDS.incrementAndGet();
  }
}
