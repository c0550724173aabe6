package io.deltacdf.connect.table.storage;

import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.catalog.CatalogEntry;
import io.deltacdf.connect.catalog.CatalogEntry.StagedCommit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/**
 * Shows the log of a table whose commits a catalog manages as an ordinary log. A commit that is not
 * published yet has the name that it will have, and is read from its staged file. What is newer
 * than the catalog's newest version is not shown. Thread-safe.
 *
 * <p>The catalog must be asked before the log is listed. Everything that it does not name any more
 * is published then.
 */
public final class RatifiedLog {
  private static final String STAGED_COMMITS = "_staged_commits";
  private static final Pattern VERSIONED = Pattern.compile("^([0-9]{20})[.].*");

  private final Path directory;
  private final CatalogLog catalog;

  /**
   * @param root the root directory of the table
   */
  public RatifiedLog(Path root, CatalogLog catalog) {
    this.directory = new Path(root, "_delta_log");
    this.catalog = catalog;
  }

  /** Returns what the catalog says of the log. */
  public CatalogLog catalog() {
    return catalog;
  }

  /** Returns the staged file of a commit that is not published yet; empty for other files. */
  public Optional<Path> stagedFile(Path file) {
    return staged(file).map(this::fileOf);
  }

  /** Returns the status of a commit that is not published yet; empty for other files. */
  Optional<FileStatus> stagedStatus(Path file) {
    return staged(file).map(this::statusOf);
  }

  private Optional<StagedCommit> staged(Path file) {
    if (!directory.equals(file.getParent()) || !FileNames.isCommitFile(file.getName())) {
      return Optional.empty();
    }
    Optional<CatalogEntry> entry = catalog.last();
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    long version = FileNames.deltaVersion(file.toString());
    return entry.get().unpublished().stream()
        .filter(commit -> commit.version() == version)
        .findFirst();
  }

  private Path fileOf(StagedCommit commit) {
    return new Path(new Path(directory, STAGED_COMMITS), commit.fileName());
  }

  private FileStatus statusOf(StagedCommit commit) {
    return FileStatus.of(
        new Path(directory, nameOf(commit)).toString(), commit.size(), commit.modificationTime());
  }

  private static String nameOf(StagedCommit commit) {
    return String.format(java.util.Locale.ROOT, "%020d.json", commit.version());
  }

  /**
   * Returns the files of a listing that count.
   *
   * @param from the file that the listing began at
   * @param listed the files of the store
   */
  Stream<FileStatus> ratified(Path from, Stream<FileStatus> listed) {
    Optional<CatalogEntry> entry =
        directory.equals(from.getParent()) ? catalog.last() : Optional.empty();
    if (entry.isEmpty()) {
      return listed;
    }
    OptionalLong newest = entry.get().newest();
    List<StagedCommit> unpublished = entry.get().unpublished();
    List<String> names = unpublished.stream().map(RatifiedLog::nameOf).toList();
    return Stream.concat(
            listed
                .filter(file -> newest.isEmpty() || versionOf(file) <= newest.getAsLong())
                .filter(file -> !names.contains(new Path(file.getPath()).getName())),
            unpublished.stream()
                .filter(commit -> nameOf(commit).compareTo(from.getName()) >= 0)
                .map(this::statusOf))
        .sorted(Comparator.comparing(file -> new Path(file.getPath()).getName()));
  }

  private static long versionOf(FileStatus file) {
    Matcher name = VERSIONED.matcher(new Path(file.getPath()).getName());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }
}
