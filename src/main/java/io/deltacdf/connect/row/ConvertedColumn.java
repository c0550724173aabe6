package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.util.List;

/** Shows the values of a column as values of another type. */
abstract class ConvertedColumn implements Column {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  protected final Column column;
  private final DataType type;

  private ConvertedColumn(Column column, DataType type) {
    this.column = column;
    this.type = type;
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return column.isNullAt(row);
  }

  static final class IntegerToDouble extends ConvertedColumn {
    IntegerToDouble(Column column) {
      super(column, DataType.Primitive.DOUBLE);
    }

    @Override
    public double doubleAt(int row) {
      return column.intAt(row);
    }
  }

  static final class FloatToDouble extends ConvertedColumn {
    FloatToDouble(Column column) {
      super(column, DataType.Primitive.DOUBLE);
    }

    @Override
    public double doubleAt(int row) {
      return column.floatAt(row);
    }
  }

  static final class DateToTimestamp extends ConvertedColumn {
    DateToTimestamp(Column column) {
      super(column, DataType.Primitive.TIMESTAMP_NTZ);
    }

    @Override
    public long longAt(int row) {
      return column.longAt(row) * MICROS_PER_DAY;
    }
  }

  static final class IntegerToDecimal extends ConvertedColumn {
    private final int scale;

    IntegerToDecimal(Column column, DataType.Decimal type) {
      super(column, type);
      this.scale = type.scale();
    }

    @Override
    public BigDecimal decimalAt(int row) {
      return BigDecimal.valueOf(column.longAt(row)).setScale(scale);
    }
  }

  static final class ToDecimal extends ConvertedColumn {
    private final int scale;

    ToDecimal(Column column, DataType.Decimal type) {
      super(column, type);
      this.scale = type.scale();
    }

    @Override
    public BigDecimal decimalAt(int row) {
      return column.decimalAt(row).setScale(scale);
    }
  }

  static final class OfStruct extends ConvertedColumn {
    private final List<FieldSource> fields;

    OfStruct(Column column, DataType type, List<FieldSource> fields) {
      super(column, type);
      this.fields = fields;
    }

    @Override
    public Column fieldAt(int ordinal) {
      return fields.get(ordinal).column(column::fieldAt);
    }
  }

  static final class OfArray extends ConvertedColumn {
    private final ColumnConversion element;

    OfArray(Column column, DataType type, ColumnConversion element) {
      super(column, type);
      this.element = element;
    }

    @Override
    public ArrayView arrayAt(int row) {
      ArrayView view = column.arrayAt(row);
      return new ArrayView(view.size(), element.of(view.elements()));
    }
  }

  static final class OfMap extends ConvertedColumn {
    private final ColumnConversion key;
    private final ColumnConversion value;

    OfMap(Column column, DataType type, ColumnConversion key, ColumnConversion value) {
      super(column, type);
      this.key = key;
      this.value = value;
    }

    @Override
    public MapView mapAt(int row) {
      MapView view = column.mapAt(row);
      return new MapView(view.size(), key.of(view.keys()), value.of(view.values()));
    }
  }
}
