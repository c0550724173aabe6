package io.deltacdf.connect.change;

import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeFile.Row;
import io.deltacdf.connect.table.column.ChangeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A simple reference implementation of consolidation by key, which holds all rows of a commit in
 * memory. The rows are those of {@link KeyCommits}.
 */
final class ReferenceConsolidation {
  /** A postimage, with its preimage if that directly precedes it. */
  private record Upsert(Row row, Row preimage, boolean afterOtherKey) {}

  private static final class Key {
    final List<Row> unpairedPreimages = new ArrayList<>();
    final List<Upsert> upserts = new ArrayList<>();
    int pairs;

    /** Whether the key has one preimage and one postimage, which are not adjacent. */
    boolean identifiesARow() {
      return unpairedPreimages.size() == 1 && pairs == 0 && upserts.size() == 1;
    }
  }

  private final Map<Long, Key> keys = new TreeMap<>();
  private final boolean skipUnchanged;
  private int preimages;
  private int postimages;

  ReferenceConsolidation(FakeFile[] files, boolean skipUnchanged) {
    this.skipUnchanged = skipUnchanged;
    for (FakeFile file : files) {
      read(file.rows());
    }
  }

  private void read(List<Row> rows) {
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Row before =
          i > 0 && rows.get(i - 1).type() == ChangeType.UPDATE_PREIMAGE ? rows.get(i - 1) : null;
      Row after = i + 1 < rows.size() ? rows.get(i + 1) : null;
      Key key = keys.computeIfAbsent(id(row), id -> new Key());
      switch (row.type()) {
        case DELETE -> key.unpairedPreimages.add(row);
        case INSERT -> key.upserts.add(new Upsert(row, null, false));
        case UPDATE_PREIMAGE -> {
          preimages++;
          if (after == null
              || after.type() != ChangeType.UPDATE_POSTIMAGE
              || id(after) != id(row)) {
            key.unpairedPreimages.add(row);
          }
        }
        case UPDATE_POSTIMAGE -> {
          postimages++;
          boolean pair = before != null && id(before) == id(row);
          key.pairs += pair ? 1 : 0;
          key.upserts.add(new Upsert(row, pair ? before : null, before != null && !pair));
        }
      }
    }
  }

  private static long id(Row row) {
    return (Long) row.values().get(0);
  }

  /** Returns the changes of each key that has any, in their order. Deletes have their key only. */
  Map<Long, List<String>> changes() {
    return changes(false);
  }

  /** Returns the same with the rows before changes. A delete has the first preimage. */
  Map<Long, List<String>> changesWithBefore() {
    return changes(true);
  }

  private Map<Long, List<String>> changes(boolean includeBefore) {
    Map<Long, List<String>> changes = new TreeMap<>();
    keys.forEach(
        (id, key) -> {
          List<String> ofKey =
              key.upserts.isEmpty()
                  ? List.of(
                      "DELETE " + (includeBefore ? text(key.unpairedPreimages.get(0)) : id + ",?"))
                  : upserts(key, includeBefore);
          if (!ofKey.isEmpty()) {
            changes.put(id, ofKey);
          }
        });
    return changes;
  }

  private List<String> upserts(Key key, boolean includeBefore) {
    List<String> changes = new ArrayList<>();
    for (Upsert upsert : key.upserts) {
      if (!skipUnchanged || !isUnchanged(key, upsert)) {
        Row before =
            upsert.preimage == null && includeBefore && key.identifiesARow()
                ? key.unpairedPreimages.get(0)
                : upsert.preimage;
        String text = before == null ? "" : text(before) + " -> ";
        changes.add(operation(key, upsert) + " " + text + text(upsert.row));
      }
    }
    return changes;
  }

  private static boolean isUnchanged(Key key, Upsert upsert) {
    if (key.unpairedPreimages.isEmpty()) {
      return upsert.preimage != null && upsert.preimage.values().equals(upsert.row.values());
    }
    return key.identifiesARow()
        && key.unpairedPreimages.get(0).values().equals(upsert.row.values());
  }

  private Operation operation(Key key, Upsert upsert) {
    if (!key.unpairedPreimages.isEmpty() || upsert.preimage != null) {
      return Operation.UPDATE;
    } else if (upsert.row.type() == ChangeType.INSERT
        || upsert.afterOtherKey
        || preimages >= postimages) {
      return Operation.CREATE;
    }
    return Operation.UPDATE;
  }

  private static String text(Row row) {
    return row.values().get(0) + "," + row.values().get(1);
  }
}
