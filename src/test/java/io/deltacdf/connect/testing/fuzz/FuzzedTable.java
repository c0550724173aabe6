package io.deltacdf.connect.testing.fuzz;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.TableSnapshot;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.KernelReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table that is damaged in one file, read, and mended again, many times. Its snapshot and its
 * changes must then either have the rows of the whole table, or fail with a code that names the
 * damage. Other rows are right only where no reader can know of the damage, such as a digit in the
 * JSON of a commit; there, Delta Kernel with its own Parquet reader must find the same rows.
 *
 * <p>Each damage has a seed. {@code -Ddeltacdf.seed=N -Ddeltacdf.tries=1} repeats that of a report.
 */
public final class FuzzedTable {
  private static final int REPORTED = 40;
  private static final int ROWS_REPORTED = 2;
  private static final int REPORTED_LENGTH = 600;

  private static final Map<String, Integer> TOTALS = new ConcurrentHashMap<>();

  private final Path directory;
  private final long firstChange;
  private final Set<ErrorCode> codes;
  private final boolean otherTablesAllowed;
  private final @Nullable ChangeFileTwin twin;
  private final Outcome.Rows snapshot;
  private final Outcome.Rows changes;
  private final List<String> wrong = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  /**
   * @param firstChange the first version whose changes are read
   * @param codes the codes that may name the damage
   * @param otherTablesAllowed whether a damaged file may be the file of another whole table
   */
  public FuzzedTable(
      Path directory, long firstChange, Set<ErrorCode> codes, boolean otherTablesAllowed) {
    this(directory, firstChange, codes, otherTablesAllowed, null);
  }

  /**
   * @param twin what Kernel reads damaged change files through; null if none are damaged
   */
  public FuzzedTable(
      Path directory,
      long firstChange,
      Set<ErrorCode> codes,
      boolean otherTablesAllowed,
      @Nullable ChangeFileTwin twin) {
    this.twin = twin;
    this.directory = directory;
    this.firstChange = firstChange;
    this.codes = codes;
    this.otherTablesAllowed = otherTablesAllowed;
    this.snapshot = whole(readSnapshot());
    this.changes = whole(readChanges());
    if (!readWithKernel().equals(snapshot)) {
      throw new AssertionError(readWithKernel() + " instead of " + snapshot);
    }
  }

  private static Outcome.Rows whole(Outcome outcome) {
    if (outcome instanceof Outcome.Rows rows && !rows.rows().isEmpty()) {
      return rows;
    }
    throw new AssertionError("The table is not read before it is damaged: " + outcome);
  }

  /**
   * Damages the files one at a time.
   *
   * @param tries the number of damages, unless {@code deltacdf.tries} sets another
   * @param fullTries the number with {@code deltacdf.full}
   */
  public FuzzedTable damage(List<Path> files, Mutator mutator, int tries, int fullTries)
      throws IOException {
    long first = Long.getLong("deltacdf.seed", 1);
    int usual = Boolean.getBoolean("deltacdf.full") ? fullTries : tries;
    int number = Integer.getInteger("deltacdf.tries", usual);
    for (long seed = first; seed < first + number; seed++) {
      Random random = new Random(seed);
      damageOnce(seed, files.get(random.nextInt(files.size())), mutator, random);
    }
    return this;
  }

  private void damageOnce(long seed, Path file, Mutator mutator, Random random) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Mutation mutation = mutator.mutate(whole, random);
    try (LoggedSizes sizes = LoggedSizes.of(directory, file)) {
      Files.write(file, mutation.bytes());
      if (random.nextInt(4) > 0) {
        sizes.replace(mutation.bytes().length);
      }
      String damage =
          "seed " + seed + ", " + directory.relativize(file) + ", " + mutation.text() + ": ";
      if (twin == null) {
        judge(damage, otherTablesAllowed && !mutation.isBlank(), version(file));
      } else {
        judgeChanges(damage, twin, whole, mutation.bytes());
      }
    } finally {
      Files.write(file, whole);
    }
  }

  /** Returns the version of a commit, in the form of {@link RowText}. */
  private static String version(Path file) {
    String name = file.getFileName().toString();
    return name.matches("\\d{20}\\.json") ? "v" + Long.parseLong(name.substring(0, 20)) : "none";
  }

  private void judge(String damage, boolean otherTableAllowed, String version) {
    Outcome foundSnapshot = readSnapshot();
    Outcome foundChanges = readChanges();
    boolean others =
        !foundSnapshot.equals(snapshot) && foundSnapshot instanceof Outcome.Rows
            || !foundChanges.equals(changes) && foundChanges instanceof Outcome.Rows;
    Outcome kernel = others && otherTableAllowed ? readWithKernel() : null;
    judge(damage + "the snapshot: ", foundSnapshot, snapshot, foundSnapshot.equals(kernel), kernel);
    judge(
        damage + "the changes: ",
        foundChanges,
        changes,
        kernel instanceof Outcome.Rows rows
            && (agree(foundChanges, rows.rows()) || lacksOnly(version, foundChanges)),
        kernel);
  }

  /** Other changes are right if Kernel finds them in the damaged change file, too. */
  private void judgeChanges(String damage, ChangeFileTwin files, byte[] whole, byte[] damaged) {
    Outcome found = readChanges();
    boolean others = !found.equals(changes) && found instanceof Outcome.Rows;
    Outcome kernel =
        others
            ? TimedReads.of(
                () -> {
                  List<String> rows = new ArrayList<>(changes.rows());
                  files.changes(whole).forEach(rows::remove);
                  rows.addAll(files.changes(damaged));
                  return rows.stream().sorted().toList();
                })
            : null;
    judge(damage + "the changes: ", found, changes, found.equals(kernel), kernel);
  }

  private void judge(
      String damage, Outcome found, Outcome whole, boolean isOtherTable, Outcome kernel) {
    if (found.equals(whole)) {
      count("the same rows");
    } else if (isOtherTable) {
      count("the rows of another table");
    } else if (found instanceof Outcome.Coded coded && codes.contains(coded.code())) {
      count(coded.code().name());
    } else if (KnownFaults.contain(damage + found + kernel(found, kernel, whole))) {
      count("known fault");
    } else {
      count("wrong");
      wrong.add(
          shortened(damage + difference(found, whole)) + shortened(kernel(found, kernel, whole)));
    }
  }

  /** Returns the rows that are missing and those that are new, in place of all. */
  private static String difference(Outcome found, Outcome whole) {
    if (found instanceof Outcome.Rows rows && whole instanceof Outcome.Rows wholeRows) {
      List<String> missing = new ArrayList<>(wholeRows.rows());
      List<String> added = new ArrayList<>();
      rows.rows().stream().filter(row -> !missing.remove(row)).forEach(added::add);
      return "other rows: without " + few(missing) + ", with " + few(added);
    }
    return String.valueOf(found);
  }

  private static String few(List<String> rows) {
    return rows.size() <= ROWS_REPORTED
        ? rows.toString()
        : rows.subList(0, ROWS_REPORTED) + " and " + (rows.size() - ROWS_REPORTED) + " more";
  }

  private static String kernel(Outcome found, Outcome kernel, Outcome whole) {
    return found instanceof Outcome.Rows && kernel != null
        ? " (Kernel: " + difference(kernel, whole) + ")"
        : "";
  }

  private static String shortened(String text) {
    return text.length() > REPORTED_LENGTH ? text.substring(0, REPORTED_LENGTH) + "…" : text;
  }

  private void count(String outcome) {
    counts.merge(outcome, 1, Integer::sum);
    TOTALS.merge(outcome, 1, Integer::sum);
  }

  /** Returns the counts of all tables by outcome. */
  public static Map<String, Integer> totals() {
    return new TreeMap<>(TOTALS);
  }

  /** Fails if an outcome was wrong, and prints the counts otherwise. */
  public void check() {
    String summary = directory.getFileName() + ": " + counts;
    if (!wrong.isEmpty()) {
      throw new AssertionError(
          wrong.size()
              + " wrong outcomes ("
              + summary
              + "):\n"
              + wrong.stream().limit(REPORTED).collect(Collectors.joining("\n")));
    }
    if (isLarge()) {
      System.out.println(summary);
    }
  }

  /** Whether there are so many damages that their counts tell something. */
  public static boolean isLarge() {
    return Boolean.getBoolean("deltacdf.full") || Integer.getInteger("deltacdf.tries", 0) >= 500;
  }

  /** Opens the table with a storage of its own, since a storage keeps what it read last. */
  private DeltaTable open(Storage storage) {
    return DeltaTables.open("fuzz", directory.toString(), storage);
  }

  private Outcome readSnapshot() {
    return TimedReads.of(
        () -> {
          try (Storage storage = Storage.open(Map.of())) {
            DeltaTable table = open(storage);
            TableSnapshot newest = table.latestSnapshot();
            refuseUnreadableColumns(newest.state());
            return RowText.snapshot(table, newest).stream().sorted().toList();
          }
        });
  }

  private Outcome readChanges() {
    return TimedReads.of(
        () -> {
          List<String> rows = new ArrayList<>();
          try (Storage storage = Storage.open(Map.of());
              CommitLog log = open(storage).follow(LogPosition.before(firstChange))) {
            for (Commit commit = log.next(); commit != null; commit = log.next()) {
              refuseUnreadableColumns(commit.after());
              String version = "v" + commit.version() + " ";
              RowText.rows(open(storage), commit.files()).forEach(row -> rows.add(version + row));
            }
          }
          return rows.stream().sorted().toList();
        });
  }

  /** Fails as all that publishes or prints rows does. */
  private static void refuseUnreadableColumns(TableState state) {
    if (!state.schema().unreadable().isEmpty()) {
      throw DeltaCdfException.permanent(
          ErrorCode.COLUMN_UNSUPPORTED, state.schema().unreadable().toString(), null);
    }
  }

  private Outcome readWithKernel() {
    return TimedReads.of(
        () -> KernelReader.rows(directory).stream().map(KernelRowText::of).sorted().toList());
  }

  /**
   * Whether the rows that the changes add and remove are those of the snapshot; those of the later
   * versions only, if the changes do not begin with the table.
   */
  private boolean agree(Outcome found, List<String> rows) {
    if (!(found instanceof Outcome.Rows changed)) {
      return false;
    }
    Map<String, Integer> left = new TreeMap<>();
    rows.forEach(row -> left.merge(row, 1, Integer::sum));
    for (String change : changed.rows()) {
      String[] parts = change.split(" ", 3);
      boolean added = parts[1].equals("insert") || parts[1].equals("update_postimage");
      left.merge(parts[2], added ? -1 : 1, Integer::sum);
    }
    return left.values().stream().allMatch(count -> count == 0 || firstChange > 0 && count > 0);
  }

  /**
   * Whether nothing but changes of one version is missing. The loss of whole actions, such as by a
   * cut at the end of a line, cannot be told from a smaller commit.
   */
  private boolean lacksOnly(String version, Outcome found) {
    if (!(found instanceof Outcome.Rows changed)) {
      return false;
    }
    List<String> missing = new ArrayList<>(changes.rows());
    for (String change : changed.rows()) {
      if (!missing.remove(change)) {
        return false;
      }
    }
    return missing.stream().allMatch(change -> change.startsWith(version + " "));
  }
}
