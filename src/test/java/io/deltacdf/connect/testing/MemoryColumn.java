package io.deltacdf.connect.testing;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A column of Java values: boxed primitives, days and microseconds for dates and timestamps, {@code
 * List} for arrays and for the fields of structs, and {@code Map} for maps.
 */
public final class MemoryColumn implements Column {
  private final DataType type;
  private final List<?> values;

  public MemoryColumn(DataType type, List<?> values) {
    this.type = type;
    this.values = values;
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return values.get(row) == null;
  }

  @Override
  public boolean booleanAt(int row) {
    return (Boolean) values.get(row);
  }

  @Override
  public int intAt(int row) {
    return ((Number) values.get(row)).intValue();
  }

  @Override
  public long longAt(int row) {
    return ((Number) values.get(row)).longValue();
  }

  @Override
  public float floatAt(int row) {
    return (Float) values.get(row);
  }

  @Override
  public double doubleAt(int row) {
    return (Double) values.get(row);
  }

  @Override
  public String stringAt(int row) {
    return (String) values.get(row);
  }

  @Override
  public byte[] bytesAt(int row) {
    Object value = values.get(row);
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return (BigDecimal) values.get(row);
  }

  @Override
  public Column fieldAt(int ordinal) {
    List<Object> children = new ArrayList<>();
    for (Object value : values) {
      children.add(value == null ? null : ((List<?>) value).get(ordinal));
    }
    return new MemoryColumn(((DataType.Struct) type).fields().get(ordinal).type(), children);
  }

  @Override
  public ArrayView arrayAt(int row) {
    List<?> elements = (List<?>) values.get(row);
    return new ArrayView(
        elements.size(), new MemoryColumn(((DataType.Array) type).element(), elements));
  }

  @Override
  public MapView mapAt(int row) {
    DataType.Map map = (DataType.Map) type;
    Map<?, ?> entries = (Map<?, ?>) values.get(row);
    return new MapView(
        entries.size(),
        new MemoryColumn(map.key(), new ArrayList<>(entries.keySet())),
        new MemoryColumn(map.value(), new ArrayList<>(entries.values())));
  }

  static List<Object> column(List<List<Object>> rows, int ordinal) {
    List<Object> column = new ArrayList<>();
    for (List<Object> row : rows) {
      column.add(row.get(ordinal));
    }
    return Collections.unmodifiableList(column);
  }
}
