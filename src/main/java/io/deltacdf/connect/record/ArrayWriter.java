package io.deltacdf.connect.record;

import io.deltacdf.connect.table.Column;
import java.util.Arrays;

/** Writes arrays as lists. */
final class ArrayWriter implements ColumnWriter {
  private final PartWriter element;

  ArrayWriter(PartWriter element) {
    this.element = element;
  }

  @Override
  public Object valueAt(Column column, int row, RecordSize size) {
    Column.ArrayView view = column.arrayAt(row);
    Column elements = view.elements();
    Object[] values = new Object[view.size()];
    size.addFields(values.length + 1);
    for (int i = 0; i < values.length; i++) {
      values[i] = element.valueAt(elements, i, size);
    }
    return Arrays.asList(values);
  }
}
