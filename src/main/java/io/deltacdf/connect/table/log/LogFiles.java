package io.deltacdf.connect.table.log;

import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.checkpoints.Checkpointer;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.table.TableErrors;
import io.deltacdf.connect.table.TableLocation;
import io.deltacdf.connect.table.storage.ContentHash;
import io.deltacdf.connect.table.storage.RatifiedLog;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.table.storage.TablePaths;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files of a table in its store: the files of its log by version, and data files by the
 * paths that the log has for them.
 */
public final class LogFiles {
  static final String LAST_CHECKPOINT = Checkpointer.LAST_CHECKPOINT_FILE_NAME;

  /** The names of commit files have the version with leading zeros. */
  private static final int VERSION_DIGITS = 20;

  private static final String JSON = ".json";

  /** The name of a file may say any number of parts. */
  private static final int MAX_PARTS = 10_000;

  /** Matches relative paths that do not change when they are decoded and normalized. */
  private static final Pattern PLAIN = Pattern.compile("\\w[\\w.=-]*(/\\w[\\w.=-]*)*");

  private final TableLocation table;
  private final Path root;
  private final Storage storage;
  private final Engine engine;
  private final io.delta.kernel.internal.fs.Path logPath;

  /** The path of the log with a slash at its end. */
  private final String logDirectory;

  private final RatifiedLog ratified;

  /** The commit file that was looked for last: an idle table looks for the same one each time. */
  private volatile @Nullable Looked looked;

  private record Looked(long version, String file, Path path) {}

  public LogFiles(
      TableLocation table, Path root, Storage storage, Engine engine, RatifiedLog ratified) {
    this.table = table;
    this.root = root;
    this.storage = storage;
    this.engine = engine;
    this.ratified = ratified;
    this.logPath =
        new io.delta.kernel.internal.fs.Path(
            new io.delta.kernel.internal.fs.Path(root.toString()), "_delta_log");
    this.logDirectory = logPath + "/";
  }

  /** Returns the path of the commit file of a version, which may not exist. */
  public String commitFile(long version) {
    // As FileNames.deltaFile, which parses a format each time: this is called for each commit.
    String digits = Long.toString(version);
    return logDirectory + "0".repeat(Math.max(0, VERSION_DIGITS - digits.length())) + digits + JSON;
  }

  /**
   * Returns the commit file of a version if it exists. Makes one status call if it does not, or
   * asks the catalog if that manages the commits.
   */
  Optional<FileStatus> commit(long version) {
    if (ratified.catalog().last().isPresent()) {
      Optional<CatalogEntry> entry = ratified.catalog().ask();
      OptionalLong newest = entry.isPresent() ? entry.get().newest() : OptionalLong.empty();
      if (newest.isPresent()) {
        return newest.getAsLong() < version ? Optional.empty() : statusOf(commitFile(version));
      }
    }
    Looked next = looked;
    if (next == null || next.version() != version) {
      String file = commitFile(version);
      next = new Looked(version, file, storage.path(file));
      looked = next;
    }
    return isFile(next) ? statusOf(next.file()) : Optional.empty();
  }

  /**
   * Returns the newest version that counts if a catalog manages the commits; empty otherwise. If
   * the catalog does not say which it is, all published versions count.
   */
  public OptionalLong newestOfCatalog() {
    Optional<CatalogEntry> entry = ratified.catalog().last();
    if (entry.isEmpty()) {
      return OptionalLong.empty();
    } else if (entry.get().newest().isPresent()) {
      return entry.get().newest();
    }
    SortedSet<Long> versions = commitVersions(0);
    if (versions.isEmpty()) {
      throw TableErrors.notATable(table, null);
    }
    return OptionalLong.of(versions.last());
  }

  /** Returns the status of the commit file of a version if it exists. */
  Optional<FileStatus> commitStatus(long version) {
    return statusOf(commitFile(version));
  }

  /** Returns the modification time of a commit file if it exists. */
  public OptionalLong commitTime(long version) {
    Optional<FileStatus> file = commitStatus(version);
    return file.isPresent()
        ? OptionalLong.of(file.get().getModificationTime())
        : OptionalLong.empty();
  }

  /**
   * Returns the latest modification time of the commit files right after a missing version, and of
   * the checkpoints after the last commit; empty if no version is missing.
   */
  public OptionalLong timeAfterGap() {
    NavigableMap<Long, FileStatus> commits = commits(0);
    Stream<FileStatus> afterGap =
        commits.entrySet().stream()
            .filter(commit -> !commit.getKey().equals(commits.firstKey()))
            .filter(commit -> !commits.containsKey(commit.getKey() - 1))
            .map(Map.Entry::getValue);
    Stream<FileStatus> later =
        list(commits.isEmpty() ? 0 : commits.lastKey() + 1).stream()
            .filter(file -> FileNames.isCheckpointFile(nameOf(file)));
    return Stream.concat(afterGap, later).mapToLong(FileStatus::getModificationTime).max();
  }

  /**
   * Reads a commit file, and returns the {@link ContentHash} of its bytes; empty if the file does
   * not exist.
   */
  public Optional<String> hash(FileStatus file) {
    Path path = storage.path(file.getPath());
    try {
      Optional<Path> staged = ratified.stagedFile(path);
      if (staged.isPresent()) {
        try {
          return Optional.of(storage.hash(staged.get(), file.getSize()));
        } catch (FileNotFoundException e) {
          // It was published.
        }
      }
      return Optional.of(storage.hash(path, file.getSize()));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      throw TableErrors.storage(table, "reading " + file.getPath(), e);
    }
  }

  /** Lists the commit files of the versions from {@code from} on. */
  NavigableMap<Long, FileStatus> commits(long from) {
    NavigableMap<Long, FileStatus> commits = new TreeMap<>();
    for (FileStatus file : list(from)) {
      if (FileNames.isCommitFile(nameOf(file))) {
        commits.put(FileNames.deltaVersion(file.getPath()), file);
      }
    }
    return commits;
  }

  /** Lists the versions from {@code from} on that have a commit file. */
  public SortedSet<Long> commitVersions(long from) {
    return commits(from).navigableKeySet();
  }

  /** Lists the versions from {@code from} on that have a checkpoint, complete or not. */
  SortedSet<Long> checkpointVersions(long from) {
    SortedSet<Long> versions = new TreeSet<>();
    for (FileStatus file : list(from)) {
      if (FileNames.isCheckpointFile(nameOf(file))) {
        versions.add(FileNames.checkpointVersion(file.getPath()));
      }
    }
    return versions;
  }

  /**
   * Returns the paths of the files of checkpoints that are empty, or that are missing although
   * other files of the same checkpoint exist.
   *
   * @param from the first version of the checkpoints
   * @param to the last one
   */
  SortedSet<String> incompleteCheckpoints(long from, long to) {
    SortedSet<String> incomplete = new TreeSet<>();
    Set<String> whole = new HashSet<>();
    for (FileStatus file : list(Math.max(0, from))) {
      String name = nameOf(file);
      if (!FileNames.isCheckpointFile(name) || FileNames.checkpointVersion(file.getPath()) > to) {
        continue;
      }
      if (FileNames.isMultiPartCheckpointFile(name)) {
        incomplete.addAll(parts(file.getPath()));
      }
      if (file.getSize() > 0) {
        whole.add(name);
      } else {
        incomplete.add(file.getPath());
      }
    }
    incomplete.removeIf(file -> whole.contains(nameOf(file)));
    return incomplete;
  }

  private List<String> parts(String file) {
    int parts = FileNames.multiPartCheckpointPartAndNumParts(file)._2;
    return IntStream.rangeClosed(1, Math.min(parts, MAX_PARTS))
        .mapToObj(
            part ->
                FileNames.multiPartCheckpointFile(
                    logPath, FileNames.checkpointVersion(file), part, parts))
        .map(String::valueOf)
        .toList();
  }

  /** Fails if a version between the first and the last is missing. */
  public void requireContiguous(SortedSet<Long> versions) {
    long expected = versions.first();
    for (long version : versions) {
      if (version != expected) {
        throw TableErrors.versionMissing(table, expected, version);
      }
      expected = version + 1;
    }
  }

  /**
   * Fails if there is a checkpoint of a version after the last commit.
   *
   * @param last the version of the last commit file
   */
  public void requireNoLaterCheckpoint(long last) {
    SortedSet<Long> later = checkpointVersions(last + 1);
    if (!later.isEmpty()) {
      throw TableErrors.commitOfCheckpointMissing(table, last + 1, later.last());
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

  private boolean isFile(Looked next) {
    try {
      return storage.isFile(next.path());
    } catch (IOException | RuntimeException e) {
      throw TableErrors.storage(table, "checking for " + next.file(), e);
    }
  }

  private Optional<FileStatus> statusOf(String file) {
    try {
      return Optional.of(engine.getFileSystemClient().getFileStatus(file));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      throw TableErrors.storage(table, "checking for " + file, e);
    }
  }

  /** Returns the size of a data file in the store, in bytes; empty if the file does not exist. */
  public Optional<Long> sizeOf(String file) {
    return statusOf(file).map(FileStatus::getSize);
  }

  /**
   * Returns the location of a file: the path that the log has, percent-decoded once, and relative
   * to the table's root unless it is absolute. Two paths of one file that are encoded differently
   * have the same location.
   */
  public String resolve(String path) {
    return TablePaths.file(root, path, storage.configuration()).toString();
  }

  /**
   * Returns a string that identifies a file, and is the same for all paths of the file. It is the
   * path itself if the path is relative and there is nothing to decode, which saves memory in
   * commits of many files.
   */
  String identity(String path) {
    if (PLAIN.matcher(path).matches()) {
      return path;
    }
    String resolved = resolve(path);
    String prefix = root + "/";
    return resolved.startsWith(prefix) ? resolved.substring(prefix.length()) : resolved;
  }

  /**
   * Returns a string that identifies a file with its deletion vector, and is the same for all paths
   * of the two.
   */
  String identity(String path, Optional<DeletionVectorDescriptor> deletionVector) {
    String identity = identity(path);
    return deletionVector.map(vector -> identity + '\n' + identity(vector)).orElse(identity);
  }

  private String identity(DeletionVectorDescriptor vector) {
    if (vector.isInline()) {
      return vector.getUniqueId();
    }
    String location;
    try {
      location = vector.getAbsolutePath(root.toString());
    } catch (RuntimeException e) {
      // The path is damaged, which is reported when the deletion vector is read.
      return vector.getUniqueId();
    }
    return storage.path(location) + "@" + vector.getOffset().orElse(0);
  }

  TableLocation table() {
    return table;
  }

  private static String nameOf(FileStatus file) {
    return nameOf(file.getPath());
  }

  private static String nameOf(String file) {
    return io.delta.kernel.internal.fs.Path.getName(file);
  }
}
