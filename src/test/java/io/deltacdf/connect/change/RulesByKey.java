package io.deltacdf.connect.change;

import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeFile.Row;
import io.deltacdf.connect.table.column.ChangeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rules of consolidation, told the plain way: all rows of a commit in memory, key by key. Rows
 * are those of {@link KeyCommits}.
 */
final class RulesByKey {
  /** A new row, with its preimage where that stands right before it. */
  private record Upsert(Row row, Row preimage, boolean behindOtherKey) {}

  private static final class Key {
    final List<Row> lonelyOld = new ArrayList<>();
    final List<Upsert> upserts = new ArrayList<>();
    int pairs;

    /** Whether one old row became one new row. */
    boolean isRow() {
      return lonelyOld.size() == 1 && pairs == 0 && upserts.size() == 1;
    }
  }

  private final Map<Long, Key> keys = new TreeMap<>();
  private final boolean skipUnchanged;
  private int preimages;
  private int postimages;

  RulesByKey(FakeFile[] files, boolean skipUnchanged) {
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
        case DELETE -> key.lonelyOld.add(row);
        case INSERT -> key.upserts.add(new Upsert(row, null, false));
        case UPDATE_PREIMAGE -> {
          preimages++;
          if (after == null
              || after.type() != ChangeType.UPDATE_POSTIMAGE
              || id(after) != id(row)) {
            key.lonelyOld.add(row);
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

  /** The changes of each key that has any, in their order; of deletes the key alone. */
  Map<Long, List<String>> changes() {
    return changes(false);
  }

  /** The same with the rows before them: of deletes the first of several. */
  Map<Long, List<String>> changesWithBefore() {
    return changes(true);
  }

  private Map<Long, List<String>> changes(boolean includeBefore) {
    Map<Long, List<String>> changes = new TreeMap<>();
    keys.forEach(
        (id, key) -> {
          List<String> ofKey =
              key.upserts.isEmpty()
                  ? List.of("DELETE " + (includeBefore ? text(key.lonelyOld.get(0)) : id + ",?"))
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
            upsert.preimage == null && includeBefore && key.isRow()
                ? key.lonelyOld.get(0)
                : upsert.preimage;
        String text = before == null ? "" : text(before) + " -> ";
        changes.add(operation(key, upsert) + " " + text + text(upsert.row));
      }
    }
    return changes;
  }

  private static boolean isUnchanged(Key key, Upsert upsert) {
    if (key.lonelyOld.isEmpty()) {
      return upsert.preimage != null && upsert.preimage.values().equals(upsert.row.values());
    }
    return key.isRow() && key.lonelyOld.get(0).values().equals(upsert.row.values());
  }

  private Operation operation(Key key, Upsert upsert) {
    if (!key.lonelyOld.isEmpty() || upsert.preimage != null) {
      return Operation.UPDATE;
    } else if (upsert.row.type() == ChangeType.INSERT
        || upsert.behindOtherKey
        || preimages >= postimages) {
      return Operation.CREATE;
    }
    return Operation.UPDATE;
  }

  private static String text(Row row) {
    return row.values().get(0) + "," + row.values().get(1);
  }
}
