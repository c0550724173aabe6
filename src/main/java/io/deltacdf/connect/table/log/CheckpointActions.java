package io.deltacdf.connect.table.log;

import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.internal.replay.LogReplay;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds files of a checkpoint that are valid Parquet files but hold something else. Delta Kernel
 * reads a column that such a file lacks as null, so that the files of the table would be lost.
 */
final class CheckpointActions {
  /**
   * What is read of a checkpoint: the added and removed files, and one field of each other action
   * that may be the only one in a file.
   */
  static final StructType SCHEMA =
      LogReplay.getAddRemoveReadSchema(false)
          .add("metaData", new StructType().add("id", StringType.STRING))
          .add("protocol", new StructType().add("minReaderVersion", IntegerType.INTEGER))
          .add("txn", new StructType().add("appId", StringType.STRING))
          .add("domainMetadata", new StructType().add("domain", StringType.STRING));

  private static final int METADATA = SCHEMA.indexOf("metaData");

  private final LogEngine engine;
  private @Nullable String file;
  private boolean anyRow;
  private boolean anyAction;
  private boolean anyMetadata;

  CheckpointActions(LogEngine engine) {
    this.engine = engine;
  }

  /** Checks the next batch, which is of the file that was read last. */
  void check(ColumnarBatch batch) {
    String current = engine.lastFile();
    if (!Objects.equals(current, file)) {
      requireAction();
      file = current;
      anyRow = false;
      anyAction = false;
    }
    anyRow |= batch.getSize() > 0;
    anyMetadata |= anyValue(batch, METADATA);
    for (int column = 0; column < SCHEMA.length() && !anyAction; column++) {
      anyAction = anyValue(batch, column);
    }
  }

  private static boolean anyValue(ColumnarBatch batch, int column) {
    for (int row = 0; row < batch.getSize(); row++) {
      if (!batch.getColumnVector(column).isNullAt(row)) {
        return true;
      }
    }
    return false;
  }

  private void requireAction() {
    if (file != null && anyRow && !anyAction) {
      throw new LogFileException(file, new IllegalStateException("no row is an action of Delta"));
    }
  }

  /** Checks the last file, and the checkpoint as a whole. */
  void finish() {
    requireAction();
    String checkpoint = engine.lastCheckpoint();
    if (checkpoint != null && !anyMetadata) {
      throw new LogFileException(
          checkpoint, new IllegalStateException("the checkpoint has no metaData action"));
    }
  }
}
