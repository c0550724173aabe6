package io.deltacdf.connect.table;

import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import java.util.Map;

/**
 * What a table is at one version: identity, schema, properties and features. Carried forward from
 * commit to commit; the same instance as long as no metaData or protocol action changes it.
 */
public final class TableState {
  private final Metadata metadata;
  private final Protocol protocol;
  private final TableSchema schema;

  TableState(Metadata metadata, Protocol protocol) {
    this.metadata = metadata;
    this.protocol = protocol;
    this.schema = KernelSchemas.toTableSchema(metadata);
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

  /** Whether commits carry their own timestamp: {@code delta.enableInCommitTimestamps}. */
  boolean inCommitTimestamps() {
    return Boolean.parseBoolean(properties().get("delta.enableInCommitTimestamps"));
  }

  public int minReaderVersion() {
    return protocol.getMinReaderVersion();
  }

  public int minWriterVersion() {
    return protocol.getMinWriterVersion();
  }

  /** Names of the reader and writer features that the protocol lists. */
  public java.util.Set<String> features() {
    return new java.util.TreeSet<>(protocol.getReaderAndWriterFeatures());
  }

  Metadata metadata() {
    return metadata;
  }

  Protocol protocol() {
    return protocol;
  }
}
