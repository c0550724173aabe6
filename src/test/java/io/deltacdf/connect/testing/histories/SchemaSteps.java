package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.tables.TestTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Steps that change metadata. */
final class SchemaSteps {
  private SchemaSteps() {}

  /**
   * Returns the columns that may be dropped. These are neither key columns nor the partition
   * column. The last other column may not be dropped if only partition columns would remain.
   */
  static List<ModelColumn> droppable(World world) {
    List<ModelColumn> columns =
        world.dataColumns().stream()
            .filter(column -> column.id() != world.kind().partitionColumn())
            .toList();
    boolean mustKeep = world.kind().partitioning() == TableKind.Partitioning.LAST_KEY_COLUMN;
    return mustKeep && columns.size() == 1 ? List.of() : columns;
  }

  /** Adds a column, whose name may be that of a dropped column. */
  record AddColumn(int name, String type) implements Step {
    @Override
    public void apply(World world) {
      String newName = "c" + name;
      if (world.isUnused(newName)) {
        List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
        columns.add(new ModelColumn(world.newColumnId(), newName, type));
        world.table().addColumns(newName + " " + type);
        world.committed(world.latest().withColumns(columns));
      }
    }
  }

  /** An append that adds a column (mergeSchema). */
  record AppendWithColumn(int key, String type, int value) implements Step {
    @Override
    public void apply(World world) {
      SortedMap<Integer, Map<Integer, Object>> rows = world.rows();
      if (rows.containsKey(key)) {
        return;
      }
      List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
      ModelColumn added = new ModelColumn(world.newColumnId(), "m" + world.table().version(), type);
      columns.add(added);
      Map<Integer, Object> row = world.newRow(key, value);
      row.put(added.id(), added.sample(value));
      rows.put(key, row);
      TestTable table = world.table();
      table
          .commit()
          .schema(Schemas.of(columns, table.schema()))
          .addRows(List.of(World.named(row, columns)))
          .write();
      world.committed(world.latest().withColumns(columns).withRows(rows));
    }
  }

  /** Drops a column of a table with column mapping. */
  record DropColumn(int column) implements Step {
    @Override
    public void apply(World world) {
      List<ModelColumn> droppable = droppable(world);
      if (world.kind().columnMapping() && !droppable.isEmpty()) {
        ModelColumn dropped = droppable.get(column % droppable.size());
        List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
        columns.remove(dropped);
        world.table().dropColumn(dropped.name());
        world.committed(world.latest().withColumns(columns));
      }
    }
  }

  /**
   * Renames a column of a table with column mapping.
   *
   * @param column the index of the column; 0 is the key if it has one column
   */
  record RenameColumn(int column, int name) implements Step {
    @Override
    public void apply(World world) {
      boolean plainKey = world.kind().key().types().size() == 1;
      List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
      List<ModelColumn> renameable =
          columns.stream().filter(one -> plainKey || one.id() > 1).toList();
      if (!world.kind().columnMapping() || renameable.isEmpty()) {
        return;
      }
      ModelColumn renamed = renameable.get(column % renameable.size());
      // The former name of a key column is not reused, because options would be ambiguous.
      String newName = (renamed.id() == 0 ? "k" + world.table().version() : "c" + name);
      if (world.isUnused(newName)) {
        columns.set(columns.indexOf(renamed), renamed.named(newName));
        world.table().renameColumn(renamed.name(), newName);
        world.committed(world.latest().withColumns(columns));
      }
    }
  }

  /**
   * Gives two columns of a table with column mapping each other's name, in three commits: x→tmp,
   * y→x, tmp→y. One of the columns may be the key if it has one column.
   */
  record SwapNames(int one, int other) implements Step {
    @Override
    public void apply(World world) {
      boolean plainKey = world.kind().key().types().size() == 1;
      List<ModelColumn> columns =
          world.latest().columns().stream().filter(it -> plainKey || it.id() > 1).toList();
      if (!world.kind().columnMapping() || columns.size() < 2) {
        return;
      }
      ModelColumn x = columns.get(one % columns.size());
      ModelColumn y = columns.get(other % columns.size());
      if (!x.equals(y)) {
        rename(world, x.name(), "tmp");
        rename(world, y.name(), x.name());
        rename(world, "tmp", y.name());
      }
    }

    private static void rename(World world, String from, String to) {
      List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
      columns.replaceAll(column -> column.name().equals(from) ? column.named(to) : column);
      world.table().renameColumn(from, to);
      world.committed(world.latest().withColumns(columns));
    }
  }

  /**
   * Widens a type if there is a wider one: that of a column, which may be an integer key, or one
   * inside of it.
   */
  record WidenColumn(int number) implements Step {
    @Override
    public void apply(World world) {
      List<ModelColumn> widened = new ArrayList<>();
      for (ModelColumn column : world.latest().columns()) {
        if (column.id() != world.kind().partitionColumn()
            && (column.id() > 0 || world.kind().key() != KeyKind.DECIMAL)) {
          column
              .type()
              .widenings()
              .forEach(widen -> widened.add(column.typed(widen.apply(column.type()))));
        }
      }
      if (!widened.isEmpty()) {
        NestedSteps.alter(world, widened.get(number % widened.size()));
      }
    }
  }

  /** Moves the last column to the first position. */
  record ReorderColumns() implements Step {
    @Override
    public void apply(World world) {
      List<ModelColumn> columns = new ArrayList<>(world.latest().columns());
      Collections.rotate(columns, 1);
      TestTable table = world.table();
      table.commit().operation("CHANGE COLUMN").schema(Schemas.of(columns, table.schema())).write();
      world.committed(world.latest().withColumns(columns));
    }
  }

  /** Turns the change data feed on or off, unless it already has this state. */
  record SetChangeFeed(boolean on) implements Step {
    @Override
    public void apply(World world) {
      if (world.latest().changeFeed() != on) {
        world.table().setChangeDataFeed(on);
        world.committed(world.latest().withChangeFeed(on));
      }
    }
  }

  /** Commits a metaData action that does not change the schema. */
  record SetProperty(int value) implements Step {
    @Override
    public void apply(World world) {
      world.table().setProperty("note", String.valueOf(value));
      world.committedWithoutChange();
    }
  }

  /**
   * Writes a checkpoint, and cleans up the log before it if requested. This step does not commit.
   */
  record Checkpoint(boolean cleanUp) implements Step {
    @Override
    public void apply(World world) {
      if (cleanUp) {
        world.cleanLog();
      } else {
        world.table().checkpoint();
      }
    }
  }
}
