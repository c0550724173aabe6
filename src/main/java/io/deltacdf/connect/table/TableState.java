package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a table is at one version: identity, schema, properties and features. Carried forward from
 * commit to commit; the same instance as long as no metaData or protocol action changes it.
 */
public final class TableState {
  private static final Set<String> RESERVED_COLUMNS =
      Set.of("_change_type", "_commit_version", "_commit_timestamp");

  private final Metadata logged;
  private final Metadata metadata;
  private final Protocol protocol;
  private final TableSchema schema;
  private final List<CharPadding> paddings;

  private TableState(Metadata logged, Metadata metadata, Protocol protocol, TableSchema schema) {
    this.logged = logged;
    this.metadata = metadata;
    this.protocol = protocol;
    this.schema = schema;
    this.paddings = metadata.getSchema().fields().stream().map(DeclaredType::paddingOf).toList();
  }

  /** Checks that the table can be read as it is at {@code version}. */
  public static TableState of(
      TableLocation table, long version, Metadata logged, Protocol protocol) {
    CatalogFeatures.reject(table, protocol);
    Metadata metadata = logged;
    TableSchema schema;
    try {
      List<UnreadableColumn> unreadable = UnreadableColumns.in(logged);
      if (!unreadable.isEmpty()) {
        metadata = UnreadableColumns.leftOut(logged, unreadable);
      }
      schema = KernelSchemas.toTableSchema(metadata, unreadable);
    } catch (RuntimeException e) {
      throw TableErrors.unsupportedFeature(
          table, "a schema of which Delta Kernel says: " + TableErrors.reason(e), e);
    }
    for (Field field : schema.fields()) {
      if (RESERVED_COLUMNS.contains(field.name().toLowerCase(Locale.ROOT))) {
        throw TableErrors.reservedColumn(table, version, field.name());
      }
    }
    return new TableState(logged, metadata, protocol, schema);
  }

  /** The table's id from its metaData action. */
  public String tableId() {
    return metadata.getId();
  }

  public TableSchema schema() {
    return schema;
  }

  /** The table properties, as {@code metaData.configuration} has them. */
  public Map<String, String> properties() {
    return metadata.getConfiguration();
  }

  /** Whether commits record their changes: {@code delta.enableChangeDataFeed}. */
  public boolean changeFeedEnabled() {
    return Boolean.parseBoolean(properties().get("delta.enableChangeDataFeed"));
  }

  /** Whether rows keep their ids through rewrites: {@code delta.enableRowTracking}. */
  public boolean rowTrackingEnabled() {
    return Boolean.parseBoolean(properties().get("delta.enableRowTracking"));
  }

  /**
   * The physical columns that hold row ids and row commit versions of rows that were rewritten, in
   * this order; empty where the table names none.
   */
  List<String> materializedRowIdColumns() {
    String ids = properties().get("delta.rowTracking.materializedRowIdColumnName");
    String versions = properties().get("delta.rowTracking.materializedRowCommitVersionColumnName");
    return ids == null || versions == null ? List.of() : List.of(ids, versions);
  }

  /** Whether commits carry their own timestamp: {@code delta.enableInCommitTimestamps}. */
  public boolean inCommitTimestamps() {
    return Boolean.parseBoolean(properties().get("delta.enableInCommitTimestamps"));
  }

  public int minReaderVersion() {
    return protocol.getMinReaderVersion();
  }

  public int minWriterVersion() {
    return protocol.getMinWriterVersion();
  }

  /** Names of the reader and writer features that the protocol lists. */
  public Set<String> features() {
    return new TreeSet<>(protocol.getReaderAndWriterFeatures());
  }

  /** Returns the padding of the column with this ordinal. */
  CharPadding padding(int ordinal) {
    return paddings.get(ordinal);
  }

  /** The metaData action, with columns that cannot be read. */
  public Metadata logged() {
    return logged;
  }

  /** The same without them: what Delta Kernel understands. */
  Metadata metadata() {
    return metadata;
  }

  public Protocol protocol() {
    return protocol;
  }
}
