package io.deltacdf.connect.table.log;

import io.delta.kernel.CommitActions;
import io.delta.kernel.internal.DeltaLogActionUtils;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.storage.CommitReads;
import io.deltacdf.connect.table.storage.ContentHash;
import io.deltacdf.connect.table.storage.StorageFileIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the commit files of one table. A small file is read whole, with one request, and parsed
 * without Delta Kernel if it has the usual form: see {@link CommitJson}. Kernel reads all others.
 * Not thread-safe.
 */
final class CommitReader {
  /**
   * A commit that was read.
   *
   * @param hash the {@link LastCommit#hashOf} its file; empty if it is not known
   */
  record Read(CommitParser actions, Optional<String> hash) {}

  private final TableContext table;
  private final StorageFileIo files;
  private final Consumer<FileStatus> listed;

  /** The hashes of the commits that Delta Kernel has read, by version. */
  private final Map<Long, String> hashes = new HashMap<>();

  /** The file that was read and is left to Delta Kernel; null if there is none. */
  private @Nullable String leftFile;

  private byte @Nullable [] leftContent;

  /**
   * @param listed is told of the status of each commit that Delta Kernel lists
   */
  CommitReader(TableContext table, Consumer<FileStatus> listed) {
    this.listed = listed;
    this.files = new StorageFileIo(table.storage(), table.allowed(), table.ratified(), new Reads());
    this.table = table.withEngine(new LogEngine(files));
  }

  /** Notes what Delta Kernel does not tell of the commits that it lists and reads. */
  private final class Reads implements CommitReads {
    @Override
    public void read(long version, String content) {
      hashes.put(version, LastCommit.hashOf(version, content));
    }

    @Override
    public byte @Nullable [] content(String path) {
      return path.equals(leftFile) ? leftContent : null;
    }

    @Override
    public void listed(FileStatus file) {
      listed.accept(file);
    }
  }

  /** Returns the table whose engine tells this reader what it reads. */
  TableContext table() {
    return table;
  }

  /** Removes and returns the hash of a commit that was read through the engine; null if none. */
  @Nullable String takeHash(long version) {
    return hashes.remove(version);
  }

  /** Drops what is known of commits that were read. */
  void clear() {
    hashes.clear();
  }

  /**
   * Reads a commit.
   *
   * @param file its status before it is read
   */
  Read read(long version, FileStatus file) {
    String name = table.logFiles().commitFile(version);
    try {
      byte[] content = files.readSmall(file);
      CommitParser plain = content == null ? null : CommitJson.parse(content, table.logFiles());
      if (content != null && plain != null) {
        ContentHash hash = new ContentHash();
        hash.add(content, 0, content.length);
        return new Read(plain, Optional.of(LastCommit.hashOf(version, hash.text())));
      }
      return readWithKernel(version, file, content);
    } catch (IOException e) {
      throw failure(version, name, new LogFileException(file.getPath(), e));
    } catch (RuntimeException e) {
      throw failure(version, name, e);
    }
  }

  /**
   * Reads a commit with Delta Kernel.
   *
   * @param content the content of its file; null if it is not read yet
   */
  Read readWithKernel(long version, FileStatus file, byte @Nullable [] content) {
    leftFile = file.getPath();
    leftContent = content;
    try (CloseableIterator<CommitActions> commits =
            DeltaLogActionUtils.getActionsFromCommitFilesWithProtocolValidation(
                table.engine(), table.path(), List.of(file), CommitParser.ACTIONS);
        CommitActions actions = commits.next()) {
      CommitParser parsed = new CommitParser(table.logFiles()).parse(actions);
      return new Read(parsed, Optional.ofNullable(takeHash(version)));
    } catch (IOException e) {
      throw TableErrors.storage(
          table.location(), "reading " + file.getPath(), new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw TableErrors.storage(table.location(), "closing " + file.getPath(), e);
    } finally {
      leftFile = null;
      leftContent = null;
    }
  }

  private DeltaCdfException failure(long version, String file, RuntimeException e) {
    if (e instanceof DeltaCdfException known) {
      return known;
    } else if (KernelFailures.isFileMissing(e)) {
      // It was listed. Next time, the listing shows whether it was deleted since.
      return TableErrors.commitUnavailable(table.location(), version, file, e);
    }
    return KernelFailures.isKnown(e) && !KernelFailures.isJsonError(e)
        ? KernelFailures.translate(
            table.location(), "reading version " + version + " from " + file, e)
        : TableErrors.corruptCommit(table.location(), version, file, e);
  }
}
