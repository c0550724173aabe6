package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.DataType;
import io.deltacdf.connect.table.Field;
import java.util.Arrays;
import java.util.List;

/** Wanted columns with parts, short to write. */
final class Wanted {
  private Wanted() {}

  static WantedColumn of(String name, DataType type) {
    return WantedColumn.named(name, type);
  }

  static WantedColumn struct(String name, WantedColumn... fields) {
    List<Field> types =
        Arrays.stream(fields)
            .map(field -> new Field(field.name(), field.name(), field.type(), true))
            .toList();
    return new WantedColumn(
        name, WantedColumn.NO_ID, new DataType.Struct(types), List.of(fields), false);
  }

  static WantedColumn array(String name, WantedColumn element) {
    return new WantedColumn(
        name,
        WantedColumn.NO_ID,
        new DataType.Array(element.type(), true),
        List.of(element),
        false);
  }

  static WantedColumn map(String name, WantedColumn key, WantedColumn value) {
    return new WantedColumn(
        name,
        WantedColumn.NO_ID,
        new DataType.Map(key.type(), value.type(), true),
        List.of(key, value),
        false);
  }
}
