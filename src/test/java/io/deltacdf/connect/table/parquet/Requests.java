package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.Arrays;
import java.util.List;

/** Creates requested columns of types with parts. */
public final class Requests {
  private Requests() {}

  public static RequestedColumn of(String name, DataType type) {
    return RequestedColumn.named(name, type);
  }

  public static RequestedColumn struct(String name, RequestedColumn... fields) {
    List<Field> types =
        Arrays.stream(fields)
            .map(field -> new Field(field.name(), field.name(), field.type(), true))
            .toList();
    return new RequestedColumn(
        name, RequestedColumn.NO_ID, new DataType.Struct(types), List.of(fields), false);
  }

  public static RequestedColumn array(String name, RequestedColumn element) {
    return new RequestedColumn(
        name,
        RequestedColumn.NO_ID,
        new DataType.Array(element.type(), true),
        List.of(element),
        false);
  }

  public static RequestedColumn map(String name, RequestedColumn key, RequestedColumn value) {
    return new RequestedColumn(
        name,
        RequestedColumn.NO_ID,
        new DataType.Map(key.type(), value.type(), true),
        List.of(key, value),
        false);
  }
}
