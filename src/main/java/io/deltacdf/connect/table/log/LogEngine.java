package io.deltacdf.connect.table.log;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.ExpressionHandler;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.engine.FileSystemClient;
import io.delta.kernel.engine.JsonHandler;
import io.delta.kernel.engine.ParquetHandler;
import io.delta.kernel.expressions.Column;
import io.delta.kernel.expressions.Predicate;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.storage.StorageFileIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What Delta Kernel reads a log through. It knows which file failed, which Kernel's exceptions do
 * not say, and can hide files of the log. Thread-safe, except {@link #lastFile} and {@link
 * #lastCheckpoint}.
 */
public final class LogEngine implements Engine {
  /** How many times as large as its file the decoded content of a file of the log may be. */
  private static final long LARGEST_RATIO = 100;

  private final StorageFileIo files;
  private final Engine engine;
  private volatile @Nullable String lastFile;
  private volatile @Nullable String lastCheckpoint;

  public LogEngine(StorageFileIo files) {
    this.files = files;
    this.engine = DefaultEngine.create(files);
  }

  /**
   * Returns an engine that has not read a file yet.
   *
   * @param names the names of the files of the log that it does not see
   */
  LogEngine without(Set<String> names) {
    return new LogEngine(files.without(names));
  }

  /** Returns an engine that leaves out the lines of commits that cannot be parsed. */
  LogEngine ofReadableLines() {
    return new LogEngine(files.ofReadableLines());
  }

  /** Whether there are files that it does not see. */
  boolean hidesFiles() {
    return files.hidesFiles();
  }

  /** Returns the checkpoints without bytes that it listed. Delta Kernel ignores them. */
  Set<String> emptyCheckpoints() {
    return files.emptyCheckpoints();
  }

  /** Returns the file that was read last; null if there is none. */
  @Nullable String lastFile() {
    return lastFile;
  }

  /** Returns the compacted log or file of a checkpoint, not a sidecar, that was read last. */
  @Nullable String lastCheckpoint() {
    return lastCheckpoint;
  }

  @Override
  public ExpressionHandler getExpressionHandler() {
    return engine.getExpressionHandler();
  }

  @Override
  public FileSystemClient getFileSystemClient() {
    return engine.getFileSystemClient();
  }

  @Override
  public JsonHandler getJsonHandler() {
    return new JsonFiles(engine.getJsonHandler());
  }

  @Override
  public ParquetHandler getParquetHandler() {
    return new ParquetFiles(engine.getParquetHandler());
  }

  private void reading(String file) {
    lastFile = file;
    String name = new Path(file).getName();
    if (FileNames.isCheckpointFile(name) || FileNames.isLogCompactionFile(name)) {
      lastCheckpoint = file;
    }
  }

  private interface Reader<T> {
    CloseableIterator<T> read(CloseableIterator<FileStatus> file) throws IOException;
  }

  /** Reads one file after the other. */
  private final class OneByOne<T> implements CloseableIterator<T> {
    private final CloseableIterator<FileStatus> statuses;
    private final Reader<T> reader;
    private @Nullable CloseableIterator<T> current;
    private String file = "";
    private long size;

    OneByOne(CloseableIterator<FileStatus> statuses, Reader<T> reader) {
      this.statuses = statuses;
      this.reader = reader;
    }

    @Override
    public boolean hasNext() {
      try {
        while (current == null || !current.hasNext()) {
          close(current);
          current = null;
          if (!statuses.hasNext()) {
            return false;
          }
          FileStatus status = statuses.next();
          file = status.getPath();
          size = status.getSize();
          reading(file);
          current = reader.read(Utils.singletonCloseableIterator(status));
        }
        return true;
      } catch (IOException | RuntimeException e) {
        throw failure(e);
      } catch (OutOfMemoryError e) {
        throw outOfMemory(e);
      }
    }

    @Override
    public T next() {
      if (!hasNext() || current == null) {
        throw new NoSuchElementException();
      }
      try {
        return current.next();
      } catch (RuntimeException e) {
        throw failure(e);
      } catch (OutOfMemoryError e) {
        throw outOfMemory(e);
      }
    }

    /**
     * Parquet's reader allocates memory for as many values as a dictionary says it has, so that
     * damage to a small file exhausts the heap. Then the file is the reason, and the memory is free
     * again.
     */
    private RuntimeException outOfMemory(OutOfMemoryError e) {
      if (file.endsWith(".parquet") && size < Runtime.getRuntime().maxMemory() / LARGEST_RATIO) {
        return new LogFileException(file, e);
      }
      throw e;
    }

    /** Kernel itself deals with failures of other files, such as {@code _last_checkpoint}. */
    private RuntimeException failure(Exception e) {
      if (e instanceof DeltaCdfException ours) {
        return ours;
      }
      Path path = new Path(file);
      String name = path.getName();
      boolean sidecar = path.getParent().getName().equals(FileNames.SIDECAR_DIRECTORY);
      if (sidecar && hasOtherSize()) {
        // Reading past the end of a file looks like a failure of the store.
        IllegalStateException otherSize =
            new IllegalStateException("the file does not have the " + size + " bytes that it had");
        otherSize.addSuppressed(e);
        return new LogFileException(file, otherSize);
      }
      boolean named =
          FileNames.isCommitFile(name)
              || FileNames.isCheckpointFile(name)
              || FileNames.isLogCompactionFile(name)
              || sidecar;
      if (named) {
        return new LogFileException(file, e);
      }
      return e instanceof RuntimeException unchecked
          ? unchecked
          : new UncheckedIOException((IOException) e);
    }

    private boolean hasOtherSize() {
      try {
        return files.getFileStatus(file).getSize() != size;
      } catch (IOException e) {
        return false;
      }
    }

    private void close(@Nullable CloseableIterator<T> iterator) throws IOException {
      if (iterator != null) {
        iterator.close();
      }
    }

    @Override
    public void close() throws IOException {
      try {
        close(current);
      } finally {
        current = null;
        statuses.close();
      }
    }
  }

  private final class JsonFiles implements JsonHandler {
    private final JsonHandler json;

    JsonFiles(JsonHandler json) {
      this.json = json;
    }

    @Override
    public CloseableIterator<ColumnarBatch> readJsonFiles(
        CloseableIterator<FileStatus> statuses, StructType schema, Optional<Predicate> predicate) {
      return new OneByOne<>(statuses, file -> json.readJsonFiles(file, schema, predicate));
    }

    @Override
    public ColumnarBatch parseJson(
        ColumnVector text, StructType schema, Optional<ColumnVector> selection) {
      return json.parseJson(text, schema, selection);
    }

    @Override
    public void writeJsonFileAtomically(String path, CloseableIterator<Row> rows, boolean overwrite)
        throws IOException {
      json.writeJsonFileAtomically(path, rows, overwrite);
    }
  }

  private final class ParquetFiles implements ParquetHandler {
    private final ParquetHandler parquet;

    ParquetFiles(ParquetHandler parquet) {
      this.parquet = parquet;
    }

    @Override
    public CloseableIterator<FileReadResult> readParquetFiles(
        CloseableIterator<FileStatus> statuses, StructType schema, Optional<Predicate> predicate) {
      return new OneByOne<>(statuses, file -> parquet.readParquetFiles(file, schema, predicate));
    }

    @Override
    public CloseableIterator<DataFileStatus> writeParquetFiles(
        String directory, CloseableIterator<FilteredColumnarBatch> data, List<Column> statistics)
        throws IOException {
      return parquet.writeParquetFiles(directory, data, statistics);
    }

    @Override
    public void writeParquetFileAtomically(
        String path, CloseableIterator<FilteredColumnarBatch> data) throws IOException {
      parquet.writeParquetFileAtomically(path, data);
    }
  }
}
