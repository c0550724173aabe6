package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.tables.CommitBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Steps that edit rows. */
final class RowSteps {
  private RowSteps() {}

  /** Inserts those keys that the table does not contain. */
  record Append(Set<Integer> keys, int value, int files) implements Step {
    @Override
    public void apply(World world) {
      SortedMap<Integer, Map<Integer, Object>> rows = world.rows();
      List<Map<Integer, Object>> added = new ArrayList<>();
      for (int key : keys) {
        if (!rows.containsKey(key)) {
          Map<Integer, Object> row = world.newRow(key, (value + key) % 6);
          rows.put(key, row);
          added.add(row);
        }
      }
      if (!added.isEmpty()) {
        world.table().insert(world.named(added), Math.min(files, added.size()));
        world.committed(rows);
      }
    }
  }

  /**
   * A MERGE, or an UPDATE, DELETE or INSERT if only one of the sets is not empty. If a key is in
   * both {@code deletes} and {@code inserts}, its row is deleted and a new one is inserted.
   *
   * @param column the index of the updated column
   * @param value the new value, which may equal the current one
   */
  record Merge(
      Set<Integer> updates,
      Set<Integer> deletes,
      Set<Integer> inserts,
      int column,
      int value,
      CommitStyle style)
      implements Step {
    @Override
    public void apply(World world) {
      SortedMap<Integer, Map<Integer, Object>> after = world.rows();
      Map<Integer, Map<Integer, Object>> edited = new HashMap<>();
      updates.forEach(
          key -> after.computeIfPresent(key, (k, row) -> kept(edited, k, updated(world, row))));
      for (int key : deletes) {
        if (after.remove(key) != null) {
          edited.put(key, null);
        }
      }
      List<Map<Integer, Object>> inserted = new ArrayList<>();
      for (int key : inserts) {
        if (!after.containsKey(key)) {
          inserted.add(world.newRow(key, value));
          after.put(key, inserted.get(inserted.size() - 1));
        }
      }
      if (edited.isEmpty() && inserted.isEmpty()) {
        return;
      }
      edit(world, operation(), edited, inserted, style);
      world.committed(after);
    }

    private String operation() {
      if (deletes.isEmpty() && inserts.isEmpty()) {
        return "UPDATE";
      }
      return updates.isEmpty() && inserts.isEmpty() ? "DELETE" : "MERGE";
    }

    private Map<Integer, Object> updated(World world, Map<Integer, Object> row) {
      List<ModelColumn> columns = world.dataColumns();
      if (!columns.isEmpty()) {
        ModelColumn updated = columns.get(column % columns.size());
        row.put(updated.id(), updated.sample(value));
      }
      return row;
    }

    private static Map<Integer, Object> kept(
        Map<Integer, Map<Integer, Object>> edited, int key, Map<Integer, Object> row) {
      edited.put(key, row);
      return row;
    }
  }

  /**
   * A DELETE without cdc files. It uses deletion vectors if the table has them enabled, as Spark
   * does, and otherwise only rewrites files.
   *
   * @param which the positions of the rows in the order of their keys, modulo the number of rows
   */
  record DeleteRows(Set<Integer> which) implements Step {
    private static final CommitStyle STYLE =
        new CommitStyle(true, CommitStyle.Recording.FILES, CommitStyle.Order.PAIRED, 1, 0);

    @Override
    public void apply(World world) {
      SortedMap<Integer, Map<Integer, Object>> after = world.rows();
      List<Integer> keys = List.copyOf(after.keySet());
      if (keys.isEmpty()) {
        return;
      }
      Map<Integer, Map<Integer, Object>> edited = new HashMap<>();
      for (int row : which) {
        int key = keys.get(row % keys.size());
        after.remove(key);
        edited.put(key, null);
      }
      edit(world, "DELETE", edited, List.of(), STYLE);
      world.committed(after);
    }
  }

  /** An UPDATE that shifts the keys of all rows; the last keys become the first. */
  record ShiftKeys(int by, CommitStyle style) implements Step {
    @Override
    public void apply(World world) {
      rekey(world, style, key -> (key + by) % KeyKind.COUNT);
    }
  }

  /**
   * An UPDATE that swaps the keys of two rows. If only one of the rows exists, it gets the other
   * key.
   */
  record SwapKeys(int one, int other, CommitStyle style) implements Step {
    @Override
    public void apply(World world) {
      rekey(world, style, key -> key == one ? other : key == other ? one : key);
    }
  }

  private static void rekey(
      World world, CommitStyle style, java.util.function.IntUnaryOperator newKey) {
    SortedMap<Integer, Map<Integer, Object>> after = new TreeMap<>();
    Map<Integer, Map<Integer, Object>> edited = new LinkedHashMap<>();
    world
        .rows()
        .forEach(
            (key, row) -> {
              int changed = newKey.applyAsInt(key);
              Map<Integer, Object> postimage = world.withKey(row, changed);
              after.put(changed, postimage);
              if (changed != key) {
                edited.put(key, postimage);
              }
            });
    if (!edited.isEmpty()) {
      edit(world, "UPDATE", edited, List.of(), style);
      world.committed(after);
    }
  }

  /**
   * @param edited the postimages by the keys of their preimages; null for a row that is deleted
   */
  private static void edit(
      World world,
      String operation,
      Map<Integer, Map<Integer, Object>> edited,
      List<Map<Integer, Object>> inserted,
      CommitStyle style) {
    long version = world.table().version();
    style
        .edits(world.table())
        .edit(
            operation,
            row -> {
              int key = world.keyOf(row, version);
              if (!edited.containsKey(key)) {
                return row;
              }
              Map<Integer, Object> after = edited.get(key);
              return after == null ? null : world.named(after);
            },
            world.named(inserted),
            (CommitBuilder commit, List<Map<String, Object>> changes) -> {
              if (world.latest().changeFeed()) {
                style.write(commit, changes, row -> world.keyOf(row, version));
              }
            });
  }
}
