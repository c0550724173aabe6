package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.nio.charset.StandardCharsets;

/** A file's column of text, or of a type with text in it, whose CHAR values are padded. */
final class PaddedColumn implements Column {
  private final Column column;
  private final CharPadding padding;

  private PaddedColumn(Column column, CharPadding padding) {
    this.column = column;
    this.padding = padding;
  }

  /** Returns a column with its values padded, which is the column itself if nothing is padded. */
  static Column of(Column column, CharPadding padding) {
    return padding.equals(CharPadding.NONE) ? column : new PaddedColumn(column, padding);
  }

  @Override
  public DataType type() {
    return column.type();
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
    return padding.pad(column.bytesAt(row));
  }

  @Override
  public Column fieldAt(int ordinal) {
    return of(column.fieldAt(ordinal), padding.part(ordinal));
  }

  @Override
  public ArrayView arrayAt(int row) {
    ArrayView view = column.arrayAt(row);
    return new ArrayView(view.size(), of(view.elements(), padding.part(0)));
  }

  @Override
  public MapView mapAt(int row) {
    MapView view = column.mapAt(row);
    return new MapView(
        view.size(), of(view.keys(), padding.part(0)), of(view.values(), padding.part(1)));
  }
}
