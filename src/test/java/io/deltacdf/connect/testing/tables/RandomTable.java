package io.deltacdf.connect.testing.tables;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.with;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A table with random features and a random history of commits for property tests. The same seed
 * always results in the same table. The change data feed is on, unless a factory method says
 * otherwise. The column {@code id} is a key in each version, and the schema changes only by added
 * columns. Therefore the newest record of each key in a topic, if it is not a tombstone, is the row
 * of the table.
 */
public final class RandomTable {
  /** The key column. */
  public static final String KEY = "id";

  private static final List<String> PARTS = Arrays.asList("a", "b c", "x/y=100%é", null);
  private static final List<DeletionVectorStorage> STORAGES =
      List.of(
          DeletionVectorStorage.UUID_FILE,
          DeletionVectorStorage.ABSOLUTE_PATH,
          DeletionVectorStorage.INLINE);
  private static final int KEYS = 60;

  private final Random random;
  private final TestTable table;
  private final boolean switchesFeed;

  private RandomTable(Random random, TestTable table, boolean switchesFeed) {
    this.random = random;
    this.table = table;
    this.switchesFeed = switchesFeed;
  }

  /** Creates version 0, without rows. */
  public static RandomTable create(Path directory, long seed) {
    Random random = new Random(seed);
    TestTable table = builder(random, directory, seed).changeDataFeed().create();
    return new RandomTable(random, table, false);
  }

  /**
   * Like {@link #create}, but the change data feed is off at first, and some commits turn it on or
   * off.
   */
  public static RandomTable switchingFeed(Path directory, long seed) {
    Random random = new Random(seed);
    return new RandomTable(random, builder(random, directory, seed).create(), true);
  }

  /** Like {@link #create}, but with row tracking and without a change data feed. */
  public static RandomTable tracked(Path directory, long seed) {
    Random random = new Random(seed);
    TestTable table = builder(random, directory, seed).rowTracking().create();
    return new RandomTable(random, table, false);
  }

  private static TableBuilder builder(Random random, Path directory, long seed) {
    TableBuilder builder =
        TestTable.at(directory)
            .schema("id long not null, s string, n int, part string, at timestamp, l array<int>")
            .seed(seed)
            .removeStyle(random.nextBoolean() ? RemoveStyle.SPARK : RemoveStyle.FULL)
            .files(options(random));
    if (random.nextBoolean()) {
      builder.partitionedBy("part");
    }
    if (random.nextBoolean()) {
      builder.deletionVectors(STORAGES.get(random.nextInt(STORAGES.size())));
    }
    if (random.nextBoolean()) {
      builder.columnMapping(random.nextBoolean() ? "name" : "id");
    }
    if (random.nextInt(3) == 0) {
      builder.rowTracking();
    }
    if (random.nextInt(3) == 0) {
      builder.inCommitTimestamps();
    }
    return builder;
  }

  private static Consumer<FileOptions> options(Random random) {
    int rowGroupRows = 1 + random.nextInt(12);
    int pageRows = 1 + random.nextInt(6);
    TimestampEncoding timestamps =
        random.nextInt(4) == 0 ? TimestampEncoding.INT96 : TimestampEncoding.MICROS;
    return options -> options.rowGroupRows(rowGroupRows).pageRows(pageRows).timestamps(timestamps);
  }

  public TestTable table() {
    return table;
  }

  /** Writes this number of random commits. */
  public RandomTable grow(int commits) {
    for (int i = 0; i < commits; i++) {
      step();
    }
    return this;
  }

  /** Writes one random commit and returns its version. */
  public long step() {
    if (switchesFeed && random.nextInt(4) == 0) {
      return table.setChangeDataFeed(!isFeedOn());
    }
    return switch (random.nextInt(14)) {
      case 0, 1, 2 -> table.insert(newRows(1 + random.nextInt(12)));
      case 3, 4 -> edits().update(someRows(), row -> with(row, "n", random.nextInt(5)));
      case 5 -> edits().delete(someRows());
      case 6 -> edits().merge(List.of(KEY), upserts(), keysOf(pick(3)));
      case 7 -> shiftKeys();
      case 8 -> shuffledRewrite();
      case 9 -> table.optimize();
      case 10 -> table.overwrite(table.schema(), mostlyUnchangedRows());
      case 11 -> table.restore(random.nextInt((int) table.version() + 1));
      case 12 -> random.nextInt(4) == 0 ? table.truncate() : moveRows();
      default -> addColumnOrDeleteFile();
    };
  }

  private boolean isFeedOn() {
    return table.metadata().isOn(TestTable.CHANGE_DATA_FEED);
  }

  private TableEdits edits() {
    return random.nextBoolean() ? table.edits() : table.copyOnWrite();
  }

  private Predicate<Map<String, Object>> someRows() {
    int modulus = 1 + random.nextInt(4);
    int rest = random.nextInt(modulus);
    return row -> (long) row.get(KEY) % modulus == rest;
  }

  private Map<String, Object> newRow(long id) {
    return row(
        KEY,
        id,
        "s",
        random.nextInt(5) == 0 ? null : "s" + random.nextInt(100),
        "n",
        random.nextInt(5),
        "part",
        PARTS.get(random.nextInt(PARTS.size())),
        "at",
        "2024-01-01T00:00:00.00" + (1000 + random.nextInt(9000)) + "Z",
        "l",
        random.nextBoolean() ? null : Arrays.asList(random.nextInt(3), null));
  }

  private List<Long> freeKeys() {
    List<Long> free = new ArrayList<>();
    List<Object> taken = table.rows().stream().map(row -> row.get(KEY)).toList();
    for (long id = 0; id < KEYS; id++) {
      if (!taken.contains(id)) {
        free.add(id);
      }
    }
    Collections.shuffle(free, random);
    return free;
  }

  private List<Map<String, Object>> newRows(int count) {
    return freeKeys().stream().limit(count).map(this::newRow).toList();
  }

  private List<Map<String, Object>> pick(int count) {
    List<Map<String, Object>> rows = new ArrayList<>(table.rows());
    Collections.shuffle(rows, random);
    return rows.subList(0, Math.min(count, rows.size()));
  }

  private static List<Map<String, Object>> keysOf(List<Map<String, Object>> rows) {
    return rows.stream().map(row -> row(KEY, row.get(KEY))).toList();
  }

  private List<Map<String, Object>> upserts() {
    List<Map<String, Object>> rows = new ArrayList<>(newRows(random.nextInt(3)));
    pick(4).forEach(row -> rows.add(newRow((long) row.get(KEY))));
    return rows;
  }

  /**
   * Updates each key to the next one, so that one commit contains deletes and upserts of the same
   * keys.
   */
  private long shiftKeys() {
    return edits().update(row -> true, row -> with(row, KEY, ((long) row.get(KEY) + 1) % KEYS));
  }

  /** Moves some rows to other partitions if the table is partitioned. */
  private long moveRows() {
    return edits().update(someRows(), row -> with(row, "part", PARTS.get(random.nextInt(4))));
  }

  /** Rewrites all files, with the change rows in random order and in several cdc files. */
  private long shuffledRewrite() {
    List<Map<String, Object>> rows = new ArrayList<>();
    List<Map<String, Object>> changes = new ArrayList<>();
    for (Map<String, Object> row : table.rows()) {
      switch (random.nextInt(4)) {
        case 0 -> changes.add(change("delete", row));
        case 1 -> {
          Map<String, Object> after = with(row, "s", "changed", "n", random.nextInt(5));
          changes.add(change("update_preimage", row));
          changes.add(change("update_postimage", after));
          rows.add(after);
        }
        default -> rows.add(row);
      }
    }
    for (Map<String, Object> row : newRows(random.nextInt(4))) {
      changes.add(change("insert", row));
      rows.add(row);
    }
    Collections.shuffle(changes, random);
    Collections.shuffle(rows, random);
    if (changes.isEmpty()) {
      return table.optimize();
    }
    CommitBuilder commit = table.commit().operation("MERGE");
    table.files().forEach(commit::remove);
    int cut = random.nextInt(changes.size() + 1);
    if (isFeedOn()) {
      commit.cdcRows(changes.subList(0, cut)).cdcRows(changes.subList(cut, changes.size()));
    }
    return (rows.isEmpty() ? commit : commit.addRows(rows)).write();
  }

  private List<Map<String, Object>> mostlyUnchangedRows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> row : table.rows()) {
      int luck = random.nextInt(10);
      if (luck > 0) {
        rows.add(luck == 1 ? with(row, "n", -1) : row);
      }
    }
    Collections.shuffle(rows, random);
    return rows;
  }

  private long addColumnOrDeleteFile() {
    if (random.nextInt(3) == 0 || table.files().isEmpty()) {
      return table.addColumns("c" + table.version() + " int");
    }
    return table.deleteFiles(table.file(random.nextInt(table.files().size())));
  }
}
