package io.deltacdf.connect.table.column;

import java.util.Arrays;
import java.util.List;

/**
 * The columns of a table at one version in the table's order, including partition columns.
 *
 * @param fields the top-level columns that can be read
 * @param partitionColumns logical names of the partition columns, spelled as in {@code fields}
 * @param unreadable the top-level columns that cannot be read
 */
public record TableSchema(
    List<Field> fields, List<String> partitionColumns, List<UnreadableColumn> unreadable) {
  public TableSchema {
    fields = List.copyOf(fields);
    partitionColumns = List.copyOf(partitionColumns);
    unreadable = List.copyOf(unreadable);
  }

  /** Creates a schema whose columns can all be read. */
  public TableSchema(List<Field> fields, List<String> partitionColumns) {
    this(fields, partitionColumns, List.of());
  }

  /** Returns the ordinal of the column with this name by the rule of {@link FieldNames}, or -1. */
  public int ordinalOf(String name) {
    return FieldNames.ordinalOf(fields, name);
  }

  /**
   * Returns the ordinal of the column with this physical name by the rule of {@link FieldNames}, or
   * -1.
   */
  public int physicalOrdinalOf(String physicalName) {
    return FieldNames.physicalOrdinalOf(fields, physicalName);
  }

  /** Returns a schema of the columns with these ordinals, in this order. */
  public TableSchema select(int... ordinals) {
    List<Field> selected = Arrays.stream(ordinals).mapToObj(fields::get).toList();
    List<String> names = selected.stream().map(Field::name).toList();
    return new TableSchema(selected, partitionColumns.stream().filter(names::contains).toList());
  }

  /**
   * Whether both schemas have the same columns in the same order, with equal names, types and
   * nullability. Physical names and partition columns are not compared.
   */
  public boolean hasSameColumns(TableSchema other) {
    return equals(other) || logical(fields).equals(logical(other.fields));
  }

  private static List<Field> logical(List<Field> fields) {
    return fields.stream()
        .map(
            field -> new Field(field.name(), field.name(), logical(field.type()), field.nullable()))
        .toList();
  }

  private static DataType logical(DataType type) {
    if (type instanceof DataType.Struct struct) {
      return new DataType.Struct(logical(struct.fields()));
    } else if (type instanceof DataType.Array array) {
      return new DataType.Array(logical(array.element()), array.containsNull());
    } else if (type instanceof DataType.Map map) {
      return new DataType.Map(logical(map.key()), logical(map.value()), map.valueContainsNull());
    }
    return type;
  }

  public int size() {
    return fields.size();
  }
}
