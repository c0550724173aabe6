package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A real Delta table on the local disk, written without Spark: logs, Parquet files and deletion
 * vectors, as Delta's writers or odd ones write them, and a model of what the table holds at each
 * version.
 *
 * <pre>{@code
 * TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
 * table.insert(row("id", 1, "name", "a"));
 * table.commit().operation("DELETE").removeRows(table.file(0), 0).write();
 * table.rowsAt(1);
 * }</pre>
 *
 * <p>One thread at a time may write.
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
  private final TableState state = new TableState();
  private final List<Commit> commits = new ArrayList<>();
  private final Map<Path, LiveFile> knownFiles = new HashMap<>();
  private long lastTimestamp;

  TestTable(TableBuilder builder) {
    directory = builder.directory.toAbsolutePath();
    log = new DeltaLog(directory);
    random = new Random(builder.seed);
    files = new TableFiles(directory, this::newUuid, builder.files);
    deletionVectorStorage = builder.deletionVectorStorage;
    removeStyle = builder.removeStyle;
  }

  /** A new table in this directory, to be described and created. */
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

  /** The table's directory. */
  public Path directory() {
    return directory;
  }

  /** The directory as an option of the connector takes it. */
  public String path() {
    return directory.toString();
  }

  /** The latest version. */
  public long version() {
    return commits.size() - 1L;
  }

  public TableMetadata metadata() {
    return state.metadata();
  }

  public StructType schema() {
    return state.metadata().schema();
  }

  public TableProtocol protocol() {
    return state.protocol();
  }

  /** The commit of a version, as it was written. */
  public Commit commitAt(long version) {
    return commits.get((int) version);
  }

  /** The data files of the latest version, the oldest first. */
  public List<DataFile> files() {
    return state.files().stream().map(LiveFile::file).toList();
  }

  /** The data file at a place of {@link #files()}. */
  public DataFile file(int index) {
    return files().get(index);
  }

  /** The rows of the latest version. */
  public List<Map<String, Object>> rows() {
    return state.rows();
  }

  /**
   * The rows that the table holds at a version by the schema of that version, with canonical values
   * ({@link Values}), in the order of files and positions.
   */
  public List<Map<String, Object>> rowsAt(long version) {
    return stateAt(version).rows();
  }

  /** The schema of a version. */
  public StructType schemaAt(long version) {
    return stateAt(version).metadata().schema();
  }

  TableState stateAt(long version) {
    TableState then = new TableState();
    commits.subList(0, Math.toIntExact(version + 1)).forEach(then::apply);
    return then;
  }

  /** Begins the next commit. */
  public CommitBuilder commit() {
    return new CommitBuilder(this);
  }

  /** Writes a data file without any commit; the rows must be of one partition. */
  public DataFile dataFile(List<Map<String, Object>> rows, Consumer<FileOptions> options) {
    return single(files.data(metadata(), rows, options));
  }

  /** As {@link #dataFile(List, Consumer)}, with the table's own options. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final DataFile dataFile(Map<String, Object>... rows) {
    return dataFile(List.of(rows), options -> {});
  }

  /** Writes a cdc file without any commit; the rows must be of one partition. */
  public DataFile changeFile(List<Map<String, Object>> changes, Consumer<FileOptions> options) {
    return single(files.changes(metadata(), changes, options));
  }

  private static DataFile single(List<DataFile> written) {
    if (written.size() != 1) {
      throw new IllegalArgumentException("Rows of " + written.size() + " partitions, not of one");
    }
    return written.get(0);
  }

  /** Appends rows: one data file for each partition. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final long insert(Map<String, Object>... rows) {
    return insert(List.of(rows));
  }

  /** As {@link #insert(Map[])}; with {@link Rows#generate} any number of rows. */
  public long insert(List<Map<String, Object>> rows) {
    return commit().operation("WRITE").parameter("mode", "Append").addRows(rows).write();
  }

  TableState state() {
    return state;
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

  /** The file as it was last added, live or not; null for one never added. */
  LiveFile knownFile(DataFile file) {
    return knownFiles.get(file.location());
  }

  Collection<LiveFile> liveFiles() {
    return new ArrayList<>(state.files());
  }

  DeletionVectorFile newDeletionVectorFile() {
    UUID uuid = newUuid();
    boolean prefixed = state.metadata() != null && state.metadata().columnMapping();
    return new DeletionVectorFile(directory, prefixed ? uuid.toString().substring(0, 2) : "", uuid);
  }

  UUID newUuid() {
    return new UUID(
        (random.nextLong() & 0xFFFFFFFFFFFF0FFFL) | 0x4000L,
        (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L);
  }

  long nextTimestamp() {
    return Math.max(lastTimestamp + 1, System.currentTimeMillis());
  }

  static long nextSeed() {
    return SEEDS.incrementAndGet();
  }

  void committed(
      long version,
      long timestamp,
      long modificationTime,
      String operation,
      Map<String, String> metrics,
      List<TableAction> actions) {
    lastTimestamp = timestamp;
    TableMetadata metadata = state.metadata();
    for (TableAction action : actions) {
      if (action instanceof TableAction.Metadata change) {
        metadata = change.metadata();
      } else if (action instanceof TableAction.Add add) {
        LiveFile added = add.file();
        knownFiles.put(added.file().location(), added);
      }
    }
    long adjusted = timestamp;
    if (!metadata.isOn(IN_COMMIT_TIMESTAMPS)) {
      long before = version == 0 ? Long.MIN_VALUE : commits.get((int) version - 1).timestamp();
      adjusted = version == 0 ? modificationTime : Math.max(modificationTime, before + 1);
    }
    Commit commit =
        new Commit(
            version, adjusted, operation, new LinkedHashMap<>(metrics), List.copyOf(actions));
    commits.add(commit);
    state.apply(commit);
  }
}
