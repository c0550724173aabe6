package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.DeltaLogActionUtils.DeltaAction;
import io.delta.kernel.internal.actions.AddCDCFile;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.actions.RemoveFile;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.deltacdf.connect.table.PartitionValues;
import io.deltacdf.connect.table.RowIdDefaults;
import io.deltacdf.connect.table.log.CommitFiles.FileAction;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the actions of one commit. */
final class CommitParser {
  /** The actions that are needed; Delta Kernel parses only these. */
  static final Set<DeltaAction> ACTIONS =
      EnumSet.of(
          DeltaAction.ADD,
          DeltaAction.REMOVE,
          DeltaAction.CDC,
          DeltaAction.METADATA,
          DeltaAction.PROTOCOL,
          DeltaAction.COMMITINFO);

  private final CommitFiles files;
  private final PartitionValues partitions = new PartitionValues();
  private @Nullable Metadata metadata;
  private @Nullable Protocol protocol;
  private @Nullable CommitInfo info;

  CommitParser(LogFiles logFiles) {
    this.files = new CommitFiles(logFiles);
  }

  CommitParser parse(CommitActions actions) throws IOException {
    try (CloseableIterator<ColumnarBatch> batches = actions.getActions()) {
      while (batches.hasNext()) {
        parse(batches.next());
      }
    }
    return this;
  }

  private void parse(ColumnarBatch batch) {
    StructType schema = batch.getSchema();
    ColumnVector add = batch.getColumnVector(schema.indexOf("add"));
    ColumnVector remove = batch.getColumnVector(schema.indexOf("remove"));
    ColumnVector cdc = batch.getColumnVector(schema.indexOf("cdc"));
    ColumnVector metaData = batch.getColumnVector(schema.indexOf("metaData"));
    ColumnVector protocols = batch.getColumnVector(schema.indexOf("protocol"));
    ColumnVector commitInfo = batch.getColumnVector(schema.indexOf("commitInfo"));
    for (int row = 0; row < batch.getSize(); row++) {
      if (!add.isNullAt(row)) {
        add(new AddFile(StructRow.fromStructVector(add, row)));
      } else if (!remove.isNullAt(row)) {
        remove(new RemoveFile(StructRow.fromStructVector(remove, row)));
      } else if (!cdc.isNullAt(row)) {
        cdc(StructRow.fromStructVector(cdc, row));
      } else if (!metaData.isNullAt(row)) {
        metadata = Metadata.fromColumnVector(metaData, row);
      } else if (!protocols.isNullAt(row)) {
        protocol = Protocol.fromColumnVector(protocols, row);
      } else if (!commitInfo.isNullAt(row)) {
        info = CommitInfo.fromColumnVector(commitInfo, row);
      }
    }
  }

  private void add(AddFile add) {
    add(
        new FileAction(
            add.getPath(),
            partitions.of(add.getPartitionValues()),
            add.getSize(),
            add.getDeletionVector(),
            rowIdDefaults(add.getBaseRowId(), add.getDefaultRowCommitVersion())),
        add.getDataChange());
  }

  /** Notes an add action. */
  void add(FileAction action, boolean dataChange) {
    if (dataChange) {
      files.add(action);
    } else {
      files.addUnchanged(action);
    }
  }

  private void remove(RemoveFile remove) {
    if (remove.getDataChange()) {
      remove(
          new FileAction(
              remove.getPath(),
              partitionValues(remove),
              remove.getSize().orElse(-1L),
              remove.getDeletionVector(),
              rowIdDefaults(remove.getBaseRowId(), remove.getDefaultRowCommitVersion())));
    }
  }

  /** Notes a remove action that changes data. */
  void remove(FileAction action) {
    files.remove(action);
  }

  static RowIdDefaults rowIdDefaults(Optional<Long> baseRowId, Optional<Long> version) {
    if (baseRowId.isEmpty() && version.isEmpty()) {
      return RowIdDefaults.NONE;
    }
    return new RowIdDefaults(
        baseRowId.map(OptionalLong::of).orElseGet(OptionalLong::empty),
        version.map(OptionalLong::of).orElseGet(OptionalLong::empty));
  }

  /** Null if the writer omitted them, which does not mean that the values are null. */
  private @Nullable Map<String, String> partitionValues(RemoveFile remove) {
    return remove
        .getPartitionValues()
        .map(partitions::of)
        .orElse(remove.getExtendedFileMetadata().orElse(false) ? Map.of() : null);
  }

  private void cdc(Row cdc) {
    StructType schema = AddCDCFile.FULL_SCHEMA;
    cdc(
        cdc.getString(schema.indexOf("path")),
        partitions.of(cdc.getMap(schema.indexOf("partitionValues"))),
        cdc.getLong(schema.indexOf("size")));
  }

  /** Notes a cdc action. */
  void cdc(String path, Map<String, String> partitionValues, long size) {
    files.cdc(new FileAction(path, partitionValues, size, Optional.empty(), RowIdDefaults.NONE));
  }

  /** Notes the commitInfo action. */
  void info(CommitInfo commitInfo) {
    info = commitInfo;
  }

  PartitionValues partitions() {
    return partitions;
  }

  CommitFiles files() {
    return files;
  }

  Optional<Metadata> metadata() {
    return Optional.ofNullable(metadata);
  }

  Optional<Protocol> protocol() {
    return Optional.ofNullable(protocol);
  }

  Optional<CommitInfo> info() {
    return Optional.ofNullable(info);
  }
}
