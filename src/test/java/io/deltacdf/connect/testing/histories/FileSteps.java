package io.deltacdf.connect.testing.histories;

import io.delta.kernel.types.StructType;
import io.deltacdf.connect.testing.tables.CommitBuilder;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Steps that replace whole files. */
final class FileSteps {
  private FileSteps() {}

  /**
   * Rewrites all rows and changes some of them.
   *
   * @param files the number of files that the rewritten rows are distributed over
   */
  record Overwrite(Set<Integer> changed, Set<Integer> dropped, int column, int value, int files)
      implements Step {
    @Override
    public void apply(World world) {
      SortedMap<Integer, Map<Integer, Object>> rows = world.rows();
      rows.keySet().removeAll(dropped);
      List<ModelColumn> columns = world.dataColumns();
      for (int key : changed) {
        Map<Integer, Object> row = rows.get(key);
        if (row == null) {
          rows.put(key, world.newRow(key, value));
        } else if (!columns.isEmpty()) {
          ModelColumn one = columns.get(column % columns.size());
          row.put(one.id(), one.sample(value));
        }
      }
      List<Map<String, Object>> written = world.named(rows.values());
      TestTable table = world.table();
      CommitBuilder commit = table.commit().parameter("mode", "Overwrite");
      table.files().forEach(commit::remove);
      for (int i = 0; i < files; i++) {
        List<Map<String, Object>> part =
            written.subList(written.size() * i / files, written.size() * (i + 1) / files);
        if (!part.isEmpty()) {
          commit.addRows(part);
        }
      }
      commit.write();
      world.committed(rows);
    }
  }

  /**
   * Rewrites all rows with another schema, which has an additional column and may lack another one.
   *
   * @param column the index of the column to drop; nothing is dropped if there is no such column
   * @param type the type of the new column
   */
  record OverwriteSchema(int column, String type, int value) implements Step {
    @Override
    public void apply(World world) {
      List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
      List<ModelColumn> droppable = SchemaSteps.droppable(world);
      if (column < droppable.size()) {
        columns.remove(droppable.get(column));
      }
      String name = "n" + world.table().version();
      ModelColumn added = new ModelColumn(world.newColumnId(), name, type);
      columns.add(added);
      SortedMap<Integer, Map<Integer, Object>> rows = world.rows();
      rows.forEach((key, row) -> row.put(added.id(), added.sample((value + key) % 6)));
      StructType schema = Schemas.of(columns, world.table().schema());
      world
          .table()
          .overwrite(schema, rows.values().stream().map(row -> World.named(row, columns)).toList());
      world.committed(world.latest().withColumns(columns).withRows(rows));
    }
  }

  /**
   * Dynamic partition overwrite of the partition of a key. It rewrites the rows of the partition
   * without the dropped rows, with some changed values, and with the inserted rows.
   */
  record OverwritePartition(
      int key, Set<Integer> changed, Set<Integer> dropped, int column, int value) implements Step {
    @Override
    public void apply(World world) {
      SortedMap<Integer, Map<Integer, Object>> rows = world.rows();
      int partition = world.kind().partitionColumn();
      List<ModelColumn> columns =
          world.dataColumns().stream().filter(one -> one.id() != partition).toList();
      if (partition < 0 || !rows.containsKey(key)) {
        return;
      }
      Object value0 = PlainValues.plain(rows.get(key).get(partition));
      SortedMap<Integer, Map<Integer, Object>> replaced = new TreeMap<>(rows);
      replaced
          .values()
          .removeIf(row -> !Objects.equals(PlainValues.plain(row.get(partition)), value0));
      rows.keySet().removeAll(replaced.keySet());
      dropped.stream().filter(one -> one != key).forEach(replaced::remove);
      for (Map.Entry<Integer, Map<Integer, Object>> row : replaced.entrySet()) {
        if (changed.contains(row.getKey()) && !columns.isEmpty()) {
          ModelColumn one = columns.get(column % columns.size());
          row.getValue().put(one.id(), one.sample(value));
        }
      }
      List<Map<String, Object>> written = world.named(replaced.values());
      rows.putAll(replaced);
      world.table().overwritePartitions(written);
      world.committed(rows);
    }
  }

  /** Deletes all rows by remove actions only. */
  record Truncate() implements Step {
    @Override
    public void apply(World world) {
      world.table().truncate();
      world.committed(new TreeMap<>());
    }
  }

  /**
   * RESTORE.
   *
   * @param back how many versions to go back
   */
  record Restore(int back) implements Step {
    @Override
    public void apply(World world) {
      long version = Math.max(world.earliest(), world.table().version() - back);
      world.table().restore(version);
      world.committed(world.at(version));
    }
  }

  /** OPTIMIZE of all files. */
  record Optimize() implements Step {
    @Override
    public void apply(World world) {
      world.table().optimize();
      world.committedWithoutChange();
    }
  }

  /** A MERGE that rewrites a file without changing rows, and without cdc files. */
  record MergeWithoutChange(int file) implements Step {
    @Override
    public void apply(World world) {
      List<DataFile> files = world.table().files();
      if (!files.isEmpty()) {
        world.table().edits().mergeWithoutChange(files.get(file % files.size()));
        world.committedWithoutChange();
      }
    }
  }
}
