package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.variant.VariantColumn;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/** A file's column in the form that its values are wanted in: text padded, variants as JSON. */
final class TransformedColumn implements Column {
  private final Column column;
  private final DataType type;
  private final ReadTransform form;

  private TransformedColumn(Column column, DataType type, ReadTransform form) {
    this.column = column;
    this.type = type;
    this.form = form;
  }

  /**
   * A column in a form; itself where nothing is to be done.
   *
   * @param type the table's type of the column
   */
  static Column of(Column column, DataType type, ReadTransform form) {
    if (form.variant() != null) {
      return new VariantColumn(column, form.variant());
    }
    return form.equals(ReadTransform.PLAIN) ? column : new TransformedColumn(column, type, form);
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return column.isNullAt(row);
  }

  @Override
  public String stringAt(int row) {
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  @Override
  public byte[] bytesAt(int row) {
    return CharPadding.pad(column.bytesAt(row), form.charLength());
  }

  @Override
  public Column fieldAt(int ordinal) {
    DataType field = ((DataType.Struct) type).fields().get(ordinal).type();
    return of(column.fieldAt(ordinal), field, form.part(ordinal));
  }

  @Override
  public ArrayView arrayAt(int row) {
    ArrayView view = column.arrayAt(row);
    DataType element = ((DataType.Array) type).element();
    return new ArrayView(view.size(), of(view.elements(), element, form.part(0)));
  }

  @Override
  public MapView mapAt(int row) {
    MapView view = column.mapAt(row);
    DataType.Map map = (DataType.Map) type;
    return new MapView(
        view.size(),
        of(view.keys(), map.key(), form.part(0)),
        of(view.values(), map.value(), form.part(1)));
  }

  @Override
  public boolean booleanAt(int row) {
    return column.booleanAt(row);
  }

  @Override
  public int intAt(int row) {
    return column.intAt(row);
  }

  @Override
  public long longAt(int row) {
    return column.longAt(row);
  }

  @Override
  public float floatAt(int row) {
    return column.floatAt(row);
  }

  @Override
  public double doubleAt(int row) {
    return column.doubleAt(row);
  }

  @Override
  public BigDecimal decimalAt(int row) {
    return column.decimalAt(row);
  }
}
