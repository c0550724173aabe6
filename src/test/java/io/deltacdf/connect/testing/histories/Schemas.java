package io.deltacdf.connect.testing.histories;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import io.deltacdf.connect.testing.histories.ModelTypes.ListOf;
import io.deltacdf.connect.testing.histories.ModelTypes.MapOf;
import io.deltacdf.connect.testing.histories.ModelTypes.Simple;
import io.deltacdf.connect.testing.histories.ModelTypes.StructOf;
import io.deltacdf.connect.testing.tables.SchemaParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Converts columns of the model to Delta schemas. */
final class Schemas {
  private Schemas() {}

  /** Returns the columns in SQL's notation. */
  static String text(List<ModelColumn> columns) {
    return columns.stream()
        .map(column -> column.name() + " " + column.type().text())
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the schema of these columns. Columns that the table has keep their fields, and the
   * others get new ones.
   *
   * @param schema the current schema of the table
   */
  static StructType of(List<ModelColumn> columns, StructType schema) {
    List<StructField> fields = new ArrayList<>();
    for (ModelColumn column : columns) {
      fields.add(
          schema.indexOf(column.name()) >= 0
              ? schema.get(column.name())
              : SchemaParser.schema(text(List.of(column))).at(0));
    }
    return new StructType(fields);
  }

  /**
   * Returns the schema in which columns have other types. Their fields, which may be renamed, moved
   * or widened, keep their ids and physical names.
   *
   * @param schema the current schema of the table, with the columns {@code before}
   * @param after the columns in the same order
   */
  static StructType retyped(StructType schema, List<ModelColumn> before, List<ModelColumn> after) {
    List<StructField> fields = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      fields.add(
          retyped(
              schema.get(before.get(i).name()),
              before.get(i).name(),
              before.get(i).type(),
              after.get(i).type()));
    }
    return new StructType(fields);
  }

  private static StructField retyped(
      StructField field, String name, ModelType before, ModelType after) {
    List<TypeChange> changes = new ArrayList<>(field.getTypeChanges());
    DataType type = retyped(field.getDataType(), before, after);
    if (before instanceof Simple && !before.equals(after)) {
      changes.add(new TypeChange(field.getDataType(), type));
    }
    return new StructField(name, type, field.isNullable(), field.getMetadata())
        .withTypeChanges(changes);
  }

  private static DataType retyped(DataType type, ModelType before, ModelType after) {
    if (before.equals(after)) {
      return type;
    } else if (before instanceof StructOf from && after instanceof StructOf to) {
      return struct((StructType) type, from, to);
    } else if (before instanceof ListOf from && after instanceof ListOf to) {
      StructField element = ((ArrayType) type).getElementField();
      return new ArrayType(retyped(element, element.getName(), from.element(), to.element()));
    } else if (before instanceof MapOf from && after instanceof MapOf to) {
      MapType map = (MapType) type;
      StructField value = map.getValueField();
      return new MapType(
          map.getKeyField(), retyped(value, value.getName(), from.value(), to.value()));
    }
    return SchemaParser.type(after.text());
  }

  private static StructType struct(StructType type, StructOf before, StructOf after) {
    List<StructField> fields = new ArrayList<>();
    for (ModelField field : after.fields()) {
      Optional<ModelField> same =
          before.fields().stream().filter(one -> one.id() == field.id()).findFirst();
      fields.add(
          same.map(one -> retyped(type.get(one.name()), field.name(), one.type(), field.type()))
              .orElseGet(
                  () ->
                      new StructField(field.name(), SchemaParser.type(field.type().text()), true)));
    }
    return new StructType(fields);
  }
}
