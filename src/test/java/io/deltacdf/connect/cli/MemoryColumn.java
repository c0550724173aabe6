package io.deltacdf.connect.cli;

import io.deltacdf.connect.table.Column;
import io.deltacdf.connect.table.DataType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A column of Java values: structs and arrays are lists, maps are maps; dates are days and
 * timestamps microseconds.
 */
record MemoryColumn(DataType type, List<?> values) implements Column {
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
    List<Object> field = new ArrayList<>();
    for (Object struct : values) {
      field.add(struct == null ? null : ((List<?>) struct).get(ordinal));
    }
    return new MemoryColumn(((DataType.Struct) type).fields().get(ordinal).type(), field);
  }

  @Override
  public ArrayView arrayAt(int row) {
    List<?> elements = (List<?>) values.get(row);
    return new ArrayView(
        elements.size(), new MemoryColumn(((DataType.Array) type).element(), elements));
  }

  @Override
  public MapView mapAt(int row) {
    Map<?, ?> map = (Map<?, ?>) values.get(row);
    DataType.Map types = (DataType.Map) type;
    return new MapView(
        map.size(),
        new MemoryColumn(types.key(), new ArrayList<>(map.keySet())),
        new MemoryColumn(types.value(), new ArrayList<>(map.values())));
  }
}
