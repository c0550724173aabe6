package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A table to be made. The protocol follows from properties and schema ({@link TableProtocol}), in
 * the table-features form, if it is not set.
 */
public final class TableBuilder {
  final Path directory;
  final Map<String, String> properties = new LinkedHashMap<>();
  final Set<String> features = new LinkedHashSet<>();
  StructType schema = new StructType();
  List<String> partitionColumns = List.of();
  TableProtocol protocol;
  String tableId;
  Long timestamp;
  long seed = TestTable.nextSeed();
  DeletionVectorStorage deletionVectorStorage = DeletionVectorStorage.UUID_FILE;
  RemoveStyle removeStyle = RemoveStyle.SPARK;
  Consumer<FileOptions> files = options -> {};

  TableBuilder(Path directory) {
    this.directory = directory;
  }

  /** The schema in SQL's words, see {@link SchemaParser}. */
  public TableBuilder schema(String columns) {
    return schema(SchemaParser.schema(columns));
  }

  public TableBuilder schema(StructType columns) {
    schema = columns;
    return this;
  }

  public TableBuilder partitionedBy(String... columns) {
    partitionColumns = List.of(columns);
    return this;
  }

  public TableBuilder property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  /** {@code delta.enableChangeDataFeed}. */
  public TableBuilder changeDataFeed() {
    return property(TestTable.CHANGE_DATA_FEED, "true");
  }

  /** {@code delta.enableDeletionVectors}. */
  public TableBuilder deletionVectors() {
    return property(TestTable.DELETION_VECTORS, "true");
  }

  /** As {@link #deletionVectors()}, kept elsewhere. */
  public TableBuilder deletionVectors(DeletionVectorStorage storage) {
    deletionVectorStorage = storage;
    return deletionVectors();
  }

  /** Column mapping, {@code name} or {@code id}; physical names are unlike the logical ones. */
  public TableBuilder columnMapping(String mode) {
    return property(ColumnMappings.MODE, mode);
  }

  /** {@code delta.enableRowTracking}, with materialized columns where rows are rewritten. */
  public TableBuilder rowTracking() {
    return property(RowTracking.ENABLED, "true");
  }

  /** {@code delta.enableInCommitTimestamps}. */
  public TableBuilder inCommitTimestamps() {
    return property(TestTable.IN_COMMIT_TIMESTAMPS, "true");
  }

  /** {@code delta.enableTypeWidening}. */
  public TableBuilder typeWidening() {
    return property("delta.enableTypeWidening", "true");
  }

  /** A further feature of the protocol. */
  public TableBuilder feature(String name) {
    features.add(name);
    return this;
  }

  /** A legacy protocol, as (1, 4). */
  public TableBuilder protocol(int readerVersion, int writerVersion) {
    return protocol(TableProtocol.legacy(readerVersion, writerVersion));
  }

  public TableBuilder protocol(TableProtocol exact) {
    protocol = exact;
    return this;
  }

  /** The table's id; a random one if never called. */
  public TableBuilder id(String id) {
    tableId = id;
    return this;
  }

  /** The time of version 0, ms. */
  public TableBuilder timestamp(long millis) {
    timestamp = millis;
    return this;
  }

  /** Makes ids and file names repeatable; otherwise each table of a JVM has another seed. */
  public TableBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** What removes hold, in all commits. */
  public TableBuilder removeStyle(RemoveStyle style) {
    removeStyle = style;
    return this;
  }

  /** How data and cdc files are written, in all commits. */
  public TableBuilder files(Consumer<FileOptions> options) {
    files = options;
    return this;
  }

  /** Writes version 0, which holds no rows ({@code CREATE TABLE}). */
  public TestTable create() {
    TestTable table = new TestTable(this);
    table.commitCreation(this).write();
    return table;
  }
}
