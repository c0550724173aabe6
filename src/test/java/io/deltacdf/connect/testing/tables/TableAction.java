package io.deltacdf.connect.testing.tables;

/** An action of a commit in the table's model. */
public sealed interface TableAction {
  record Add(LiveFile file, boolean dataChange) implements TableAction {}

  record Remove(LiveFile file, boolean dataChange) implements TableAction {}

  record Cdc(DataFile file) implements TableAction {}

  record Metadata(TableMetadata metadata) implements TableAction {}

  record Protocol(TableProtocol protocol) implements TableAction {}
}
