package io.deltacdf.connect.table.log;

import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.KernelFailures;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a log without the checkpoints and compacted logs that are damaged. They only repeat what
 * the commits before them say, so the table is the same as long as these commits, or an older
 * checkpoint and the commits after it, are still in the log.
 */
public final class DamagedCheckpoints {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedCheckpoints.class);

  private final TableContext table;
  private final String doing;
  private final Set<String> hidden = new HashSet<>();
  private final List<Damage> damages = new ArrayList<>();

  /** Reads the log through an engine, which may hide some of its files. */
  @FunctionalInterface
  public interface Read<T> {
    /** Reads the log and fails with Delta Kernel's exceptions. */
    T through(LogEngine engine);
  }

  /**
   * A checkpoint that is not read again.
   *
   * @param checkpoint the file in the log, which may refer to others
   * @param file the damaged file of the checkpoint
   */
  private record Damage(String checkpoint, String file, RuntimeException cause) {
    long version() {
      return FileNames.checkpointVersion(checkpoint);
    }
  }

  private DamagedCheckpoints(TableContext table, String doing) {
    this.table = table;
    this.doing = doing;
  }

  /**
   * Reads the log, and reads it again without the checkpoint for as long as one is damaged. Fails
   * with Delta Kernel's exception if no checkpoint is the reason, and with CHECKPOINT_CORRUPT if
   * the log cannot be read without it.
   *
   * @param doing what is done, such as {@code loading version 3}
   */
  public static <T> T avoid(TableContext table, String doing, Read<T> read) {
    return new DamagedCheckpoints(table, doing).read(read);
  }

  private <T> T read(Read<T> read) {
    while (true) {
      LogEngine engine = table.engine().without(hidden);
      try {
        T result = read.through(engine);
        damages.forEach(damage -> warn(damage.file, TableErrors.reason(damage.cause)));
        engine.emptyCheckpoints().forEach(file -> warn(file, "it is empty"));
        return result;
      } catch (RuntimeException e) {
        if (!hide(e, engine)) {
          throw damages.isEmpty() ? withFile(e, engine) : failure(damages.get(0), e);
        }
      }
    }
  }

  /** Kernel parses some values of an action, such as the schema, after it has read the file. */
  private static RuntimeException withFile(RuntimeException e, LogEngine engine) {
    String file = engine.lastFile();
    return file != null
            && KernelFailures.isJsonError(e)
            && LogFileException.in(e) == null
            && FileNames.isCommitFile(nameOf(file))
        ? new LogFileException(file, e)
        : e;
  }

  /** Hides the checkpoint that made the read fail; returns false if none did. */
  private boolean hide(RuntimeException e, LogEngine engine) {
    if (KernelFailures.isAboutStoreOrFeatures(e)) {
      return false;
    }
    LogFileException named = LogFileException.in(e);
    String file = named == null ? engine.lastFile() : named.file();
    if (file == null) {
      return false;
    } else if (nameOf(file).equals(LogFiles.LAST_CHECKPOINT)) {
      return hidden.add(LogFiles.LAST_CHECKPOINT);
    }
    String checkpoint = engine.lastCheckpoint();
    if (checkpoint == null || FileNames.isCommitFile(nameOf(file))) {
      return false;
    }
    damages.add(new Damage(checkpoint, file, e));
    return hidden.add(nameOf(checkpoint));
  }

  private void warn(String file, String reason) {
    LOG.warn(
        "Table '{}': the {} {} cannot be read ({}). The log was read without it while {}. Delete"
            + " it, or replace it by a new one, before the commits that it summarizes are removed"
            + " from the log",
        table.location().name(),
        FileNames.isLogCompactionFile(nameOf(file)) ? "compacted log" : "checkpoint file",
        file,
        reason,
        doing);
  }

  private DeltaCdfException failure(Damage damage, RuntimeException without) {
    if (KernelFailures.isAboutStoreOrFeatures(without)) {
      return KernelFailures.translate(table.location(), doing, without);
    } else if (wasRemoved(damage)) {
      return KernelFailures.translate(table.location(), doing, damage.cause);
    }
    DeltaCdfException failure =
        TableErrors.checkpointCorrupt(
            table.location(),
            damage.version(),
            "the checkpoint file "
                + damage.file
                + " cannot be read ("
                + TableErrors.reason(damage.cause)
                + "). "
                + lacking(damage.version(), without),
            damage.cause);
    failure.addSuppressed(without);
    return failure;
  }

  /** Whether a writer removed the checkpoint while it was read, so that a retry does not see it. */
  private boolean wasRemoved(Damage damage) {
    return KernelFailures.isFileMissing(damage.cause)
        && table.logFiles().sizeOf(damage.checkpoint).isEmpty();
  }

  /** Returns a sentence that says why the log cannot be read without a checkpoint. */
  private String lacking(long version, RuntimeException without) {
    SortedSet<Long> commits = table.logFiles().commitVersions(0);
    long first = version + 1;
    while (commits.contains(first - 1)) {
      first--;
    }
    if (first == 0) {
      return "The log cannot be read without this checkpoint either ("
          + TableErrors.reason(without)
          + ")";
    }
    SortedSet<Long> older = new TreeSet<>(table.logFiles().checkpointVersions(0)).headSet(first);
    older.removeIf(this::isDamaged);
    return "The log cannot be read without this checkpoint, because it lacks "
        + versions(older.isEmpty() ? 0 : older.last() + 1, first - 1);
  }

  private boolean isDamaged(long version) {
    return damages.stream().anyMatch(damage -> damage.version() == version);
  }

  private static String versions(long from, long to) {
    return from >= to ? "version " + to : "the versions " + from + " to " + to;
  }

  /**
   * Returns the failure if the log begins with a checkpoint that Delta Kernel ignores: one that is
   * empty, or consists of several files, not all of which are in the log.
   *
   * @param version the version that was to be read
   * @param first the version of the first commit in the log
   */
  public static Optional<DeltaCdfException> ignored(
      TableContext table, long version, long first, RuntimeException cause) {
    return table.logFiles().incompleteCheckpoints(first - 1, version).stream()
        .findFirst()
        .map(
            file ->
                TableErrors.checkpointCorrupt(
                    table.location(),
                    FileNames.checkpointVersion(file),
                    "the checkpoint file "
                        + file
                        + " is empty or missing. The log cannot be read without this checkpoint,"
                        + " because it lacks "
                        + versions(0, first - 1),
                    cause));
  }

  private static String nameOf(String file) {
    return new Path(file).getName();
  }
}
