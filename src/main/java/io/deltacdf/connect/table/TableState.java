package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The state of a table at one version: its id, schema, properties and features. Commits without a
 * metaData or protocol action share the instance of the commit before.
 */
public final class TableState {
  private static final Set<String> RESERVED_COLUMNS =
      Set.of("_change_type", "_commit_version", "_commit_timestamp");

  private final Optional<String> catalogTableId;
  private final Metadata logged;
  private final Metadata metadata;
  private final Protocol protocol;
  private final TableSchema schema;
  private final List<CharPadding> paddings;
  private final PhysicalSchema physical;

  private TableState(
      Optional<String> catalogTableId,
      Metadata logged,
      Metadata metadata,
      Protocol protocol,
      TableSchema schema) {
    this.catalogTableId = catalogTableId;
    this.logged = logged;
    this.metadata = metadata;
    this.protocol = protocol;
    this.schema = schema;
    this.paddings = metadata.getSchema().fields().stream().map(DeclaredType::paddingOf).toList();
    this.physical = new PhysicalSchema(metadata.getSchema(), schema, metadata.getConfiguration());
  }

  /**
   * Creates the state at a version, and checks that the connector can read such a table.
   *
   * @param logged the metaData action that applies at the version
   */
  public static TableState of(
      TableLocation table, long version, Metadata logged, Protocol protocol) {
    CatalogFeatures.reject(table, protocol);
    Metadata metadata = logged;
    TableSchema schema;
    try {
      List<UnreadableColumn> unreadable = UnreadableColumns.in(logged);
      if (!unreadable.isEmpty()) {
        metadata = UnreadableColumns.without(logged, unreadable);
      }
      schema = KernelSchemas.toTableSchema(metadata, unreadable);
    } catch (RuntimeException e) {
      throw TableErrors.unsupportedFeature(
          table, "a schema that Delta Kernel rejects (" + TableErrors.reason(e) + ")", e);
    }
    for (Field field : schema.fields()) {
      if (RESERVED_COLUMNS.contains(field.name().toLowerCase(Locale.ROOT))) {
        throw TableErrors.reservedColumn(table, version, field.name());
      }
    }
    return new TableState(table.catalogTableId(), logged, metadata, protocol, schema);
  }

  /** The table's id from its metaData action. */
  public String tableId() {
    return metadata.getId();
  }

  /** The table's id in the catalog that it was found in; empty if it is given by its path. */
  public Optional<String> catalogTableId() {
    return catalogTableId;
  }

  public TableSchema schema() {
    return schema;
  }

  /** The table properties of {@code metaData.configuration}. */
  public Map<String, String> properties() {
    return metadata.getConfiguration();
  }

  /** Whether the change data feed is enabled: {@code delta.enableChangeDataFeed}. */
  public boolean changeFeedEnabled() {
    return Boolean.parseBoolean(properties().get("delta.enableChangeDataFeed"));
  }

  /** Whether rows keep their ids when they are rewritten: {@code delta.enableRowTracking}. */
  public boolean rowTrackingEnabled() {
    return Boolean.parseBoolean(properties().get("delta.enableRowTracking"));
  }

  /**
   * The physical columns that hold the row ids and the row commit versions of rewritten rows, in
   * this order; empty if the table has none.
   */
  List<String> materializedRowIdColumns() {
    String ids = properties().get("delta.rowTracking.materializedRowIdColumnName");
    String versions = properties().get("delta.rowTracking.materializedRowCommitVersionColumnName");
    return ids == null || versions == null ? List.of() : List.of(ids, versions);
  }

  /** Whether commits contain timestamps: {@code delta.enableInCommitTimestamps}. */
  public boolean inCommitTimestamps() {
    return Boolean.parseBoolean(properties().get("delta.enableInCommitTimestamps"));
  }

  public int minReaderVersion() {
    return protocol.getMinReaderVersion();
  }

  public int minWriterVersion() {
    return protocol.getMinWriterVersion();
  }

  /** The names of the reader and writer features that the protocol lists, sorted. */
  public Set<String> features() {
    return new TreeSet<>(protocol.getReaderAndWriterFeatures());
  }

  /** Returns the padding of the column with this ordinal. */
  CharPadding padding(int ordinal) {
    return paddings.get(ordinal);
  }

  /** Returns the columns as the files of the table have them. */
  PhysicalSchema physical() {
    return physical;
  }

  /** The metaData action, including columns that cannot be read. */
  public Metadata logged() {
    return logged;
  }

  /** The metadata without columns that cannot be read. */
  Metadata metadata() {
    return metadata;
  }

  public Protocol protocol() {
    return protocol;
  }
}
