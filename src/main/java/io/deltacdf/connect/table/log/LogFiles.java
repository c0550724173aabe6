package io.deltacdf.connect.table.log;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableLocation;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.Path;

/**
 * The files of a table as the store has them: commit files by version, and the places of data
 * files.
 */
public final class LogFiles {
  /** A relative path that is the same when it is decoded and normalized. */
  private static final Pattern PLAIN = Pattern.compile("\\w[\\w.=-]*(/\\w[\\w.=-]*)*");

  private final TableLocation table;
  private final Path root;
  private final Storage storage;
  private final Engine engine;
  private final io.delta.kernel.internal.fs.Path logPath;

  public LogFiles(TableLocation table, Path root, Storage storage, Engine engine) {
    this.table = table;
    this.root = root;
    this.storage = storage;
    this.engine = engine;
    this.logPath =
        new io.delta.kernel.internal.fs.Path(
            new io.delta.kernel.internal.fs.Path(root.toString()), "_delta_log");
  }

  String commitFile(long version) {
    return FileNames.deltaFile(logPath, version);
  }

  /** The commit file of a version, if it is there: one status call if it is not. */
  Optional<FileStatus> commit(long version) {
    String file = commitFile(version);
    return isFile(file) ? statusOf(file) : Optional.empty();
  }

  /** The commit files of the versions from {@code from} on: one listing. */
  NavigableMap<Long, FileStatus> commits(long from) {
    NavigableMap<Long, FileStatus> commits = new TreeMap<>();
    for (FileStatus file : list(from)) {
      if (FileNames.isCommitFile(nameOf(file))) {
        commits.put(FileNames.deltaVersion(file.getPath()), file);
      }
    }
    return commits;
  }

  /** The versions from {@code from} on whose commit files are there: one listing. */
  public SortedSet<Long> commitVersions(long from) {
    return commits(from).navigableKeySet();
  }

  /** The versions from {@code from} on that have a checkpoint, complete or not. */
  SortedSet<Long> checkpointVersions(long from) {
    SortedSet<Long> versions = new TreeSet<>();
    for (FileStatus file : list(from)) {
      if (FileNames.isCheckpointFile(nameOf(file))) {
        versions.add(FileNames.checkpointVersion(file.getPath()));
      }
    }
    return versions;
  }

  /** Fails where a version between the first and the last is missing. */
  public void requireContiguous(SortedSet<Long> versions) {
    long expected = versions.first();
    for (long version : versions) {
      if (version != expected) {
        throw TableErrors.versionMissing(table, expected, version);
      }
      expected = version + 1;
    }
  }

  private List<FileStatus> list(long from) {
    try (CloseableIterator<FileStatus> files =
        engine.getFileSystemClient().listFrom(FileNames.listingPrefix(logPath, from))) {
      List<FileStatus> found = new ArrayList<>();
      files.forEachRemaining(found::add);
      return found;
    } catch (FileNotFoundException e) {
      throw TableErrors.notATable(table, e);
    } catch (IOException | RuntimeException e) {
      throw TableErrors.storage(table, "listing " + logPath, e);
    }
  }

  /**
   * A look at a file alone. Where a status is asked for and there is no file, S3A lists, for it
   * could be a directory, and a listing costs as much as a dozen looks.
   */
  @SuppressWarnings("deprecation") // For nothing else than this.
  private boolean isFile(String file) {
    Path path = new Path(file);
    try {
      return storage.fileSystem(path).isFile(path);
    } catch (IOException | RuntimeException e) {
      throw TableErrors.storage(table, "looking for " + file, e);
    }
  }

  private Optional<FileStatus> statusOf(String file) {
    try {
      return Optional.of(engine.getFileSystemClient().getFileStatus(file));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      throw TableErrors.storage(table, "looking for " + file, e);
    }
  }

  /** The size of a data file as the store has it, or empty where the file is gone. */
  public Optional<Long> sizeOf(String file) {
    return statusOf(file).map(FileStatus::getSize);
  }

  /**
   * Where a file of the table lies: the log's path, percent-decoded once, relative to the table's
   * root unless absolute. The same for two paths of one file that are encoded differently.
   */
  public String resolve(String path) {
    try {
      Path decoded = new Path(new URI(path));
      if (decoded.toUri().getScheme() != null) {
        return TablePaths.root(decoded.toString(), storage.configuration()).toString();
      }
      return new Path(root, decoded).toString();
    } catch (URISyntaxException e) {
      // Some writers leave characters as they are that a URI must encode.
      return new Path(root, path).toString();
    }
  }

  /**
   * What tells a file from others: the same for two paths of one file. The path itself where that
   * is relative and has nothing to decode, so that a commit of many files holds no second path of
   * each.
   */
  String identity(String path) {
    if (PLAIN.matcher(path).matches()) {
      return path;
    }
    String resolved = resolve(path);
    String inside = root + "/";
    return resolved.startsWith(inside) ? resolved.substring(inside.length()) : resolved;
  }

  private static String nameOf(FileStatus file) {
    return io.delta.kernel.internal.fs.Path.getName(file.getPath());
  }
}
