package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;

/** Reads the values that a {@link FieldCodec} wrote. */
final class StoredColumn implements Column {
  private final PagedBytes bytes;
  private final FieldCodec codec;

  /** Returns the address of a row's slot, or -1 for a field of a struct that is null. */
  private final IntUnaryOperator slots;

  StoredColumn(PagedBytes bytes, FieldCodec codec, IntUnaryOperator slots) {
    this.bytes = bytes;
    this.codec = codec;
    this.slots = slots;
  }

  @Override
  public DataType type() {
    return codec.type();
  }

  @Override
  public boolean isNullAt(int row) {
    int slot = slots.applyAsInt(row);
    return slot < 0 || (codec.isInSlot() ? bytes.byteAt(slot) : bytes.intAt(slot)) == 0;
  }

  @Override
  public boolean booleanAt(int row) {
    return bytes.byteAt(slots.applyAsInt(row) + 1) != 0;
  }

  @Override
  public int intAt(int row) {
    int value = slots.applyAsInt(row) + 1;
    return codec.type() == DataType.Primitive.BYTE ? bytes.byteAt(value) : bytes.intAt(value);
  }

  @Override
  public long longAt(int row) {
    return codec.width() > Long.BYTES ? bytes.longAt(slots.applyAsInt(row) + 1) : intAt(row);
  }

  @Override
  public float floatAt(int row) {
    return Float.intBitsToFloat(bytes.intAt(slots.applyAsInt(row) + 1));
  }

  @Override
  public double doubleAt(int row) {
    return Double.longBitsToDouble(bytes.longAt(slots.applyAsInt(row) + 1));
  }

  @Override
  public String stringAt(int row) {
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  @Override
  public byte[] bytesAt(int row) {
    int address = address(row);
    return bytes.copy(address + Integer.BYTES, bytes.intAt(address));
  }

  @Override
  public BigDecimal decimalAt(int row) {
    int scale = ((DataType.Decimal) codec.type()).scale();
    return new BigDecimal(new BigInteger(bytesAt(row)), scale);
  }

  @Override
  public Column fieldAt(int ordinal) {
    int offset = codec.offset(ordinal);
    return new StoredColumn(
        bytes, codec.part(ordinal), row -> isNullAt(row) ? -1 : address(row) + offset);
  }

  @Override
  public ArrayView arrayAt(int row) {
    int address = address(row);
    return new ArrayView(bytes.intAt(address), part(0, address + Integer.BYTES));
  }

  @Override
  public MapView mapAt(int row) {
    int address = address(row);
    int size = bytes.intAt(address);
    int keys = address + Integer.BYTES;
    return new MapView(size, part(0, keys), part(1, keys + size * codec.part(0).width()));
  }

  /** Returns the address of a value that is not in its slot. */
  private int address(int row) {
    return bytes.intAt(slots.applyAsInt(row));
  }

  /** Returns the values whose slots follow each other from the address {@code first}. */
  private StoredColumn part(int ordinal, int first) {
    FieldCodec part = codec.part(ordinal);
    return new StoredColumn(bytes, part, row -> first + row * part.width());
  }
}
