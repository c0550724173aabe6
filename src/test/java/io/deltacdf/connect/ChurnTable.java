package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.with;

import io.deltacdf.connect.testing.tables.CommitBuilder;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A table of few keys that random commits update, delete and insert again and again. Knows what
 * each commit changes. The column {@code n} is the version that last changed a row.
 */
final class ChurnTable {
  static final int MAX_COMMIT = 400;

  /** What a commit does to the keys that it changes. */
  record Changes(Map<Long, Boolean> deletedByKey, int creates, int updates, int deletes) {
    int count() {
      return deletedByKey.size();
    }
  }

  private final String name;
  private final TestTable table;
  private final Random random;
  private final Map<Long, Map<String, Object>> rows = new TreeMap<>();

  /** Another thread may read them as soon as a commit is published. */
  private final List<Changes> commits = new CopyOnWriteArrayList<>();

  ChurnTable(Path directory, String name, long seed) {
    this.name = name;
    random = new Random(seed);
    table =
        TestTable.at(directory.resolve(name))
            .schema("id long not null, n long, name string")
            .changeDataFeed()
            .create();
  }

  /** Commits changes of as many keys. */
  void commit(int size) {
    long version = table.version() + 1;
    Set<Long> keys = new LinkedHashSet<>();
    while (keys.size() < size) {
      keys.add((long) random.nextInt(MAX_COMMIT));
    }
    Map<Long, Boolean> deletedByKey = new LinkedHashMap<>();
    List<Map<String, Object>> changes = new ArrayList<>();
    int updates = 0;
    int deletes = 0;
    for (long key : keys) {
      Map<String, Object> old = rows.get(key);
      boolean deleted = old != null && random.nextInt(4) == 0;
      if (deleted) {
        rows.remove(key);
        changes.add(change("delete", old));
        deletes++;
      } else {
        Map<String, Object> now = row("id", key, "n", version, "name", "name-" + key);
        rows.put(key, now);
        if (old == null) {
          changes.add(change("insert", now));
        } else {
          changes.add(change("update_preimage", old));
          changes.add(with(now, TestTable.CHANGE_TYPE, "update_postimage"));
          updates++;
        }
      }
      deletedByKey.put(key, deleted);
    }
    CommitBuilder commit = table.commit().operation("MERGE");
    table.files().forEach(commit::remove);
    commit.cdcRows(changes).addRows(new ArrayList<>(rows.values()));
    commits.add(new Changes(deletedByKey, size - updates - deletes, updates, deletes));
    commit.write();
  }

  String name() {
    return name;
  }

  TestTable table() {
    return table;
  }

  /** The first version with changes is 1. */
  long version() {
    return commits.size();
  }

  /** Returns the changes of a version. */
  Changes changes(long version) {
    return commits.get((int) version - 1);
  }
}
