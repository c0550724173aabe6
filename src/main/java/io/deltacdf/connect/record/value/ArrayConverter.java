package io.deltacdf.connect.record.value;

import io.deltacdf.connect.table.column.Column;
import java.util.Arrays;

/** Converts arrays to lists. */
public final class ArrayConverter implements ValueConverter {
  private final NullableConverter element;

  public ArrayConverter(NullableConverter element) {
    this.element = element;
  }

  @Override
  public Object convert(Column column, int row, RecordSize size) {
    Column.ArrayView view = column.arrayAt(row);
    Column elements = view.elements();
    Object[] values = new Object[view.size()];
    size.addFields(values.length + 1);
    for (int i = 0; i < values.length; i++) {
      values[i] = element.convert(elements, i, size);
    }
    return Arrays.asList(values);
  }
}
