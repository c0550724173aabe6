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

  /** What CHAR values are padded to; 0 for all other columns. */
  private final int charLength;

  KernelColumn(ColumnVector vector, DataType type) {
    this(vector, type, 0);
  }

  KernelColumn(ColumnVector vector, DataType type, int charLength) {
    this.vector = vector;
    this.charLength = charLength;
    this.type = type;
    this.primitive = type instanceof DataType.Primitive p ? p : null;
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
    return CharPadding.pad(vector.getBinary(row), charLength);
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
    return new KernelColumn(
        vector.getChild(ordinal), ((DataType.Struct) type).fields().get(ordinal).type());
  }

  @Override
  public ArrayView arrayAt(int row) {
    ArrayValue array = vector.getArray(row);
    return new ArrayView(
        array.getSize(), new KernelColumn(array.getElements(), ((DataType.Array) type).element()));
  }

  @Override
  public MapView mapAt(int row) {
    MapValue map = vector.getMap(row);
    DataType.Map types = (DataType.Map) type;
    return new MapView(
        map.getSize(),
        new KernelColumn(map.getKeys(), types.key()),
        new KernelColumn(map.getValues(), types.value()));
  }
}
