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
 * Builds a new table. If the protocol is not set, it is the table-features protocol that the
 * properties and the schema need ({@link TableProtocol}).
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

  /** Sets the schema in SQL's notation, see {@link SchemaParser}. */
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

  /** Sets {@code delta.enableChangeDataFeed}. */
  public TableBuilder changeDataFeed() {
    return property(TestTable.CHANGE_DATA_FEED, "true");
  }

  /** Sets {@code delta.enableDeletionVectors}. */
  public TableBuilder deletionVectors() {
    return property(TestTable.DELETION_VECTORS, "true");
  }

  /** Like {@link #deletionVectors()}, with another location of the deletion vectors. */
  public TableBuilder deletionVectors(DeletionVectorStorage storage) {
    deletionVectorStorage = storage;
    return deletionVectors();
  }

  /**
   * Enables column mapping by {@code name} or {@code id}; physical names differ from logical ones.
   */
  public TableBuilder columnMapping(String mode) {
    return property(ColumnMappings.MODE, mode);
  }

  /** Sets {@code delta.enableRowTracking}; rewritten rows have materialized row ids. */
  public TableBuilder rowTracking() {
    return property(RowTracking.ENABLED, "true");
  }

  /** Sets {@code delta.enableInCommitTimestamps}. */
  public TableBuilder inCommitTimestamps() {
    return property(TestTable.IN_COMMIT_TIMESTAMPS, "true");
  }

  /** Sets {@code delta.enableTypeWidening}. */
  public TableBuilder typeWidening() {
    return property("delta.enableTypeWidening", "true");
  }

  /** Adds a feature to the protocol. */
  public TableBuilder feature(String name) {
    features.add(name);
    return this;
  }

  /** Sets a legacy protocol, such as (1, 4). */
  public TableBuilder protocol(int readerVersion, int writerVersion) {
    return protocol(TableProtocol.legacy(readerVersion, writerVersion));
  }

  public TableBuilder protocol(TableProtocol exact) {
    protocol = exact;
    return this;
  }

  /** Sets the id of the table, which is random by default. */
  public TableBuilder id(String id) {
    tableId = id;
    return this;
  }

  /** Sets the time of version 0, ms. */
  public TableBuilder timestamp(long millis) {
    timestamp = millis;
    return this;
  }

  /**
   * Sets the seed of ids and file names to make them repeatable. By default each table of a JVM has
   * another seed.
   */
  public TableBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** Sets which fields the remove actions of all commits have. */
  public TableBuilder removeStyle(RemoveStyle style) {
    removeStyle = style;
    return this;
  }

  /** Sets how the data and cdc files of all commits are written. */
  public TableBuilder files(Consumer<FileOptions> options) {
    files = options;
    return this;
  }

  /** Writes version 0, which has no rows ({@code CREATE TABLE}). */
  public TestTable create() {
    TestTable table = new TestTable(this);
    table.commitCreation(this).write();
    return table;
  }
}
