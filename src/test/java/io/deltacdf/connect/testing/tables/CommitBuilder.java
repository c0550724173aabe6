package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.types.StructType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Builds the next commit of a {@link TestTable}. The log contains the actions in the order of the
 * calls, after the commit info and any metadata or protocol change. Data files are written
 * immediately; {@link #write()} writes the log file atomically. Any combination of actions is
 * possible, even if no real writer commits it. The table's model reflects all actions except {@link
 * #raw}.
 */
public final class CommitBuilder {
  private final TestTable table;
  private final long version;
  private final List<TableAction> actions = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final Map<String, String> metrics = new LinkedHashMap<>();
  private final ObjectNode parameters = JsonNodeFactory.instance.objectNode();
  private final DeletionVectorFile deletionVectors;
  private DeletionVectorStorage storage;
  private RemoveStyle removeStyle;
  private TableMetadata metadata;
  private TableProtocol protocol;
  private boolean metadataChanged;
  private boolean protocolChanged;
  private String operation = "WRITE";
  private boolean commitInfo = true;
  private boolean dataChange = true;
  private Long timestamp;
  private Long modificationTime;
  private long rowIdHighWaterMark;

  CommitBuilder(TestTable table) {
    this.table = table;
    this.version = table.version() + 1;
    this.storage = table.deletionVectorStorage();
    this.removeStyle = table.removeStyle();
    this.metadata = table.state().metadata();
    this.protocol = table.state().protocol();
    this.rowIdHighWaterMark = table.state().rowIdHighWaterMark();
    this.deletionVectors = table.newDeletionVectorFile();
  }

  /**
   * Sets the operation of the commit info (by default {@code WRITE}) and its metrics, given as
   * pairs.
   */
  public CommitBuilder operation(String name, Object... metricNamesAndValues) {
    operation = name;
    Rows.row(metricNamesAndValues).forEach((k, v) -> metrics.put(k, String.valueOf(v)));
    return this;
  }

  /** Sets an operation parameter of the commit info. */
  public CommitBuilder parameter(String name, String value) {
    parameters.put(name, value);
    return this;
  }

  /** Omits the commit info, which is optional without in-commit timestamps. */
  public CommitBuilder noCommitInfo() {
    commitInfo = false;
    return this;
  }

  /** Sets the {@code dataChange} of the add and remove actions that follow. */
  public CommitBuilder dataChange(boolean value) {
    dataChange = value;
    return this;
  }

  /** Sets the style of the remove actions that follow. */
  public CommitBuilder removeStyle(RemoveStyle style) {
    removeStyle = style;
    return this;
  }

  /** Sets the storage of the deletion vectors that follow. */
  public CommitBuilder deletionVectorsIn(DeletionVectorStorage where) {
    storage = where;
    return this;
  }

  /**
   * Sets the time of the commit in ms: of the commit info, of the in-commit timestamp if the table
   * has them, and of the log file. By default it is the current time, but later than the previous
   * commit.
   */
  public CommitBuilder timestamp(long millis) {
    timestamp = millis;
    return this;
  }

  /** Sets a modification time of the log file, ms, that differs from {@link #timestamp}. */
  public CommitBuilder modificationTime(long millis) {
    modificationTime = millis;
    return this;
  }

  /** Writes rows into new data files, one for each partition, and adds them. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final CommitBuilder add(Map<String, Object>... rows) {
    return addRows(List.of(rows));
  }

  /** Like {@link #add(Map[])}. */
  public CommitBuilder addRows(List<Map<String, Object>> rows) {
    return addRows(rows, options -> {});
  }

  /** Like {@link #add(Map[])}, written with the given options. */
  public CommitBuilder addRows(List<Map<String, Object>> rows, Consumer<FileOptions> options) {
    table.tableFiles().data(metadata, rows, options).forEach(this::add);
    return this;
  }

  /**
   * Adds an existing file: one that {@link TestTable#dataFile} wrote, or one that was in the table
   * before, which keeps its row ids.
   */
  public CommitBuilder add(DataFile file) {
    return add(file, new TreeSet<>());
  }

  /** Adds a file with a deletion vector of these positions, or without one if the set is empty. */
  public CommitBuilder add(DataFile file, SortedSet<Long> deleted) {
    DeletedRows rows = deleted.isEmpty() ? DeletedRows.NONE : deletionVectors.add(deleted, storage);
    return add(identified(file).withDeleted(rows));
  }

  /** Adds a file in an earlier state, with its deletion vector and row ids. */
  CommitBuilder add(LiveFile file) {
    lines.add(LogActions.line("add", LogActions.add(file, dataChange, hasDeletionVectors())));
    actions.add(new TableAction.Add(file, dataChange));
    return this;
  }

  private LiveFile identified(DataFile file) {
    LiveFile known = table.history().knownFile(file);
    if (known != null) {
      return new LiveFile(file, DeletedRows.NONE, known.baseRowId(), known.rowCommitVersion());
    }
    if (!metadata.isOn(RowTracking.ENABLED)) {
      return new LiveFile(file, DeletedRows.NONE, null, null);
    }
    long base = rowIdHighWaterMark + 1;
    rowIdHighWaterMark += file.rowCount();
    return new LiveFile(file, DeletedRows.NONE, base, version);
  }

  /** Removes a file, together with its deletion vector. */
  public CommitBuilder remove(DataFile file) {
    LiveFile live = table.state().file(file);
    if (live == null) {
      throw new IllegalArgumentException("The table does not contain " + file);
    }
    LiveFile asGiven =
        new LiveFile(file, live.deleted(), live.baseRowId(), live.rowCommitVersion());
    lines.add(
        LogActions.line("remove", LogActions.remove(asGiven, dataChange, now(), removeStyle)));
    actions.add(new TableAction.Remove(asGiven, dataChange));
    return this;
  }

  /**
   * Deletes rows by a deletion vector: adds the file with these positions in addition to those that
   * are deleted already, and removes its previous state.
   */
  public CommitBuilder removeRows(DataFile file, long... positions) {
    SortedSet<Long> deleted = new TreeSet<>(deleted(file));
    for (long position : positions) {
      deleted.add(position);
    }
    return setDeleted(file, deleted);
  }

  /** Restores deleted rows by a smaller deletion vector, or by none if no deleted rows remain. */
  public CommitBuilder restoreRows(DataFile file, long... positions) {
    SortedSet<Long> deleted = new TreeSet<>(deleted(file));
    for (long position : positions) {
      deleted.remove(position);
    }
    return setDeleted(file, deleted);
  }

  private SortedSet<Long> deleted(DataFile file) {
    LiveFile live = table.state().file(file);
    if (live == null) {
      throw new IllegalArgumentException("The table does not contain " + file);
    }
    return live.deleted().rows();
  }

  private CommitBuilder setDeleted(DataFile file, SortedSet<Long> deleted) {
    return add(file, deleted).remove(file);
  }

  /** Writes change rows ({@link Rows#change}) into new cdc files, one for each partition. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final CommitBuilder cdc(Map<String, Object>... changes) {
    return cdcRows(List.of(changes));
  }

  /** Like {@link #cdc(Map[])}; writes no file if there are no rows. */
  public CommitBuilder cdcRows(List<Map<String, Object>> changes) {
    return cdcRows(changes, options -> {});
  }

  /** Like {@link #cdc(Map[])}, written with the given options. */
  public CommitBuilder cdcRows(List<Map<String, Object>> changes, Consumer<FileOptions> options) {
    if (!changes.isEmpty()) {
      table.tableFiles().changes(metadata, changes, options).forEach(this::cdc);
    }
    return this;
  }

  /** Adds a cdc file that {@link TestTable#changeFile} wrote. */
  public CommitBuilder cdc(DataFile file) {
    lines.add(LogActions.line("cdc", LogActions.cdc(file)));
    actions.add(new TableAction.Cdc(file));
    return this;
  }

  /** Adds a {@code metaData} action with another schema; columns without an id get one. */
  public CommitBuilder schema(StructType schema) {
    return metadata(metadata.withSchema(schema));
  }

  /** Adds a {@code metaData} action with changed properties; a null value removes a property. */
  public CommitBuilder properties(Map<String, String> changes) {
    return metadata(metadata.withProperties(changes));
  }

  /** Adds a {@code metaData} action, and upgrades the protocol with the features that it needs. */
  public CommitBuilder metadata(TableMetadata changed) {
    TableMetadata complete = MetadataChanges.complete(metadata, changed, version, now(), table);
    metadata = complete;
    metadataChanged = true;
    TableProtocol needed =
        protocol.upgraded(TableProtocol.neededFeatures(complete.schema(), complete.properties()));
    return needed.equals(protocol) ? this : protocol(needed);
  }

  /** Adds a {@code protocol} action. */
  public CommitBuilder protocol(TableProtocol changed) {
    protocol = changed;
    protocolChanged = true;
    return this;
  }

  /** Adds a legacy {@code protocol} action. */
  public CommitBuilder protocol(int readerVersion, int writerVersion) {
    return protocol(TableProtocol.legacy(readerVersion, writerVersion));
  }

  /** Adds a {@code protocol} action with exactly these features, whether they are known or not. */
  public CommitBuilder features(Set<String> readerFeatures, Set<String> writerFeatures) {
    return protocol(new TableProtocol(3, 7, readerFeatures, writerFeatures));
  }

  /**
   * Adds an unchanged line after the actions so far. It does not have to be JSON. The table's model
   * ignores it.
   */
  public CommitBuilder raw(String line) {
    lines.add(line);
    return this;
  }

  /** Writes the pending deletion vectors and the log file, and returns the version. */
  public long write() {
    deletionVectors.write();
    List<String> all = new ArrayList<>();
    if (commitInfo) {
      all.add(LogActions.line("commitInfo", commitInfo()));
    }
    List<TableAction> allActions = new ArrayList<>();
    if (metadataChanged) {
      all.add(LogActions.line("metaData", metadata.json()));
      allActions.add(new TableAction.Metadata(metadata));
    }
    if (protocolChanged) {
      all.add(LogActions.line("protocol", protocol.json()));
      allActions.add(new TableAction.Protocol(protocol));
    }
    all.addAll(lines);
    if (rowIdHighWaterMark > table.state().rowIdHighWaterMark()) {
      String mark = RowTracking.highWaterMark(rowIdHighWaterMark);
      all.add(
          LogActions.line("domainMetadata", LogActions.domainMetadata(RowTracking.DOMAIN, mark)));
    }
    allActions.addAll(actions);
    long fileTime = modificationTime != null ? modificationTime : now();
    table.log().write(version, all, fileTime);
    table.history().add(new Commit(version, now(), operation, metrics, allActions), fileTime);
    return version;
  }

  private ObjectNode commitInfo() {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    if (metadata.isOn(TestTable.IN_COMMIT_TIMESTAMPS)) {
      info.put("inCommitTimestamp", now());
    }
    info.put("timestamp", now()).put("operation", operation);
    info.set("operationParameters", parameters);
    if (version > 0) {
      info.put("readVersion", version - 1);
    }
    info.put("isolationLevel", "Serializable").put("isBlindAppend", false);
    ObjectNode operationMetrics = info.putObject("operationMetrics");
    metrics.forEach(operationMetrics::put);
    info.put("engineInfo", "table-builder").put("txnId", table.newUuid().toString());
    return info;
  }

  private long now() {
    if (timestamp == null) {
      timestamp = table.nextTimestamp();
    }
    return timestamp;
  }

  private boolean hasDeletionVectors() {
    return metadata.isOn(TestTable.DELETION_VECTORS);
  }
}
