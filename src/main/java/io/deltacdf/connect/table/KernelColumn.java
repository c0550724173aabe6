package io.deltacdf.connect.table;

import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.MapValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * A column over one of Delta Kernel's vectors, read with {@link PhysicalSchema}: strings are bytes
 * there.
 */
final class KernelColumn implements Column {
  private final ColumnVector vector;
  private final DataType type;

  /**
   * How wide a number is in the vector; kernel's getters take no other width than the vector's own.
   */
  private final DataType.Primitive primitive;

  private final ColumnForm form;

  private KernelColumn(ColumnVector vector, DataType type, ColumnForm form) {
    this.vector = vector;
    this.form = form;
    this.type = type;
    this.primitive = type instanceof DataType.Primitive p ? p : null;
  }

  static Column of(ColumnVector vector, DataType type, ColumnForm form) {
    if (type != DataType.Primitive.VARIANT) {
      return new KernelColumn(vector, type, form);
    }
    DataType struct = KernelSchemas.type(form.variant().group().readType());
    return new VariantColumn(new KernelColumn(vector, struct, ColumnForm.PLAIN), form.variant());
  }

  @Override
  public DataType type() {
    return type;
  }

  @Override
  public boolean isNullAt(int row) {
    return vector.isNullAt(row);
  }

  @Override
  public boolean booleanAt(int row) {
    return vector.getBoolean(row);
  }

  @Override
  public int intAt(int row) {
    if (primitive == DataType.Primitive.BYTE) {
      return vector.getByte(row);
    } else if (primitive == DataType.Primitive.SHORT) {
      return vector.getShort(row);
    }
    return vector.getInt(row);
  }

  @Override
  public long longAt(int row) {
    if (primitive == DataType.Primitive.LONG
        || primitive == DataType.Primitive.TIMESTAMP
        || primitive == DataType.Primitive.TIMESTAMP_NTZ) {
      return vector.getLong(row);
    }
    return intAt(row);
  }

  @Override
  public float floatAt(int row) {
    return vector.getFloat(row);
  }

  @Override
  public double doubleAt(int row) {
    return vector.getDouble(row);
  }

  @Override
  public String stringAt(int row) {
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  @Override
  public byte[] bytesAt(int row) {
    return CharPadding.pad(vector.getBinary(row), form.charLength());
  }

  @Override
  public BigDecimal decimalAt(int row) {
    BigDecimal value = vector.getDecimal(row);
    int scale = ((DataType.Decimal) type).scale();
    // Files written before the column was widened carry the old scale.
    return value == null || value.scale() == scale ? value : value.setScale(scale);
  }

  @Override
  public Column fieldAt(int ordinal) {
    DataType field = ((DataType.Struct) type).fields().get(ordinal).type();
    return of(vector.getChild(ordinal), field, form.part(ordinal));
  }

  @Override
  public ArrayView arrayAt(int row) {
    ArrayValue array = vector.getArray(row);
    DataType element = ((DataType.Array) type).element();
    return new ArrayView(array.getSize(), of(array.getElements(), element, form.part(0)));
  }

  @Override
  public MapView mapAt(int row) {
    MapValue map = vector.getMap(row);
    DataType.Map types = (DataType.Map) type;
    return new MapView(
        map.getSize(),
        of(map.getKeys(), types.key(), form.part(0)),
        of(map.getValues(), types.value(), form.part(1)));
  }
}
