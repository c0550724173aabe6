package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.histories.ModelTypes.StructOf;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/**
 * Steps that change the fields of structs, which may be in lists, maps and other structs. The first
 * number of each step selects one of all structs of the table.
 */
final class NestedSteps {
  private NestedSteps() {}

  /** A struct, and the column that contains it. */
  private record Place(ModelColumn column, StructOf struct) {
    List<ModelField> fields() {
      return new ArrayList<>(struct.fields());
    }

    ModelField field(int number) {
      return struct.fields().get(number % struct.fields().size());
    }

    ModelColumn with(List<ModelField> fields) {
      return column.typed(
          column.type().withStructs(one -> one == struct ? new StructOf(fields) : one));
    }
  }

  private static List<Place> places(World world) {
    List<Place> places = new ArrayList<>();
    for (ModelColumn column : world.latest().columns()) {
      column.type().structs().forEach(struct -> places.add(new Place(column, struct)));
    }
    return places;
  }

  /** Returns the columns of the latest version, one of which has another type. */
  private static List<ModelColumn> columns(World world, ModelColumn changed) {
    return world.latest().columns().stream()
        .map(column -> column.id() == changed.id() ? changed : column)
        .toList();
  }

  /** Commits another type of a column by a metaData action only. */
  static void alter(World world, ModelColumn changed) {
    List<ModelColumn> columns = columns(world, changed);
    TestTable table = world.table();
    table
        .commit()
        .operation("CHANGE COLUMN")
        .schema(Schemas.retyped(table.schema(), world.latest().columns(), columns))
        .write();
    world.committed(world.latest().withColumns(columns));
  }

  private static void alterFields(World world, int number, UnaryOperator<List<ModelField>> edit) {
    List<Place> places = places(world);
    if (!places.isEmpty()) {
      Place place = places.get(number % places.size());
      List<ModelField> fields = edit.apply(place.fields());
      if (!fields.equals(place.struct().fields())) {
        alter(world, place.with(fields));
      }
    }
  }

  /** Adds a field, whose name may be that of a dropped field. */
  record AddField(int struct, int name, String type, boolean first) implements Step {
    @Override
    public void apply(World world) {
      alterFields(
          world,
          struct,
          fields -> {
            if (fields.stream().noneMatch(field -> field.name().equals(nameOf(name)))) {
              ModelField added =
                  new ModelField(world.newFieldId(), nameOf(name), ModelTypes.of(type));
              fields.add(first ? 0 : fields.size(), added);
            }
            return fields;
          });
    }
  }

  /** Drops a field in a table with column mapping; the last field of a struct stays. */
  record DropField(int struct, int field) implements Step {
    @Override
    public void apply(World world) {
      if (world.kind().columnMapping()) {
        alterFields(
            world,
            struct,
            fields -> {
              if (fields.size() > 1) {
                fields.remove(field % fields.size());
              }
              return fields;
            });
      }
    }
  }

  /** Renames a field in a table with column mapping. The name may be that of a dropped field. */
  record RenameField(int struct, int field, int name) implements Step {
    @Override
    public void apply(World world) {
      if (world.kind().columnMapping()) {
        alterFields(
            world,
            struct,
            fields -> {
              if (fields.stream().noneMatch(one -> one.name().equals(nameOf(name)))) {
                int index = field % fields.size();
                fields.set(index, fields.get(index).named(nameOf(name)));
              }
              return fields;
            });
      }
    }
  }

  /**
   * Gives two fields of a table with column mapping each other's name, in three commits: x→tmp,
   * y→x, tmp→y.
   */
  record SwapFieldNames(int struct, int one, int other) implements Step {
    @Override
    public void apply(World world) {
      List<Place> places = places(world);
      if (!world.kind().columnMapping() || places.isEmpty()) {
        return;
      }
      Place place = places.get(struct % places.size());
      ModelField x = place.field(one);
      ModelField y = place.field(other);
      if (x.id() != y.id()) {
        rename(world, x, "tmp");
        rename(world, y, x.name());
        rename(world, x, y.name());
      }
    }

    private void rename(World world, ModelField renamed, String name) {
      alterFields(
          world,
          struct,
          fields -> {
            fields.replaceAll(field -> field.id() == renamed.id() ? field.named(name) : field);
            return fields;
          });
    }
  }

  /** Moves the last field of a struct to the first position. */
  record MoveField(int struct) implements Step {
    @Override
    public void apply(World world) {
      alterFields(
          world,
          struct,
          fields -> {
            Collections.rotate(fields, 1);
            return fields;
          });
    }
  }

  /**
   * Overwrites the table with a schema in which a field is replaced by a new one of the same name,
   * which has another type. Column mapping is not needed for this.
   */
  record OverwriteField(int struct, int field, String type, int value) implements Step {
    @Override
    public void apply(World world) {
      List<Place> places = places(world);
      if (places.isEmpty()) {
        return;
      }
      Place place = places.get(struct % places.size());
      ModelField replaced = place.field(field);
      if (replaced.type().text().equals(type)) {
        return; // Records would not show the difference.
      }
      List<ModelField> fields = place.fields();
      fields.set(
          fields.indexOf(replaced),
          new ModelField(world.newFieldId(), replaced.name(), ModelTypes.of(type)));
      ModelColumn changed = place.with(fields);
      List<ModelColumn> columns = columns(world, changed);
      SortedMap<Integer, Map<Integer, Object>> rows = world.rows();
      rows.forEach((key, row) -> row.put(changed.id(), changed.sample((value + key) % 6)));
      TestTable table = world.table();
      table.overwrite(
          Schemas.retyped(table.schema(), world.latest().columns(), columns),
          rows.values().stream().map(row -> World.named(row, columns)).toList());
      world.committed(world.latest().withColumns(columns).withRows(rows));
    }
  }

  private static String nameOf(int number) {
    return String.valueOf((char) ('a' + number));
  }
}
