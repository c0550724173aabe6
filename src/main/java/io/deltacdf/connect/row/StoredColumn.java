package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Values that a {@link FieldCodec} wrote. */
final class StoredColumn implements Column {
  /** Where the slots are. */
  @FunctionalInterface
  public interface Slots {
    /** The address of a row's slot, or -1 where it has none: a field of a struct that is null. */
    int at(int row);
  }

  private final PagedBytes bytes;
  private final FieldCodec type;
  private final Slots slots;

  StoredColumn(PagedBytes bytes, FieldCodec type, Slots slots) {
    this.bytes = bytes;
    this.type = type;
    this.slots = slots;
  }

  @Override
  public DataType type() {
    return type.type();
  }

  @Override
  public boolean isNullAt(int row) {
    int slot = slots.at(row);
    return slot < 0 || (type.isInSlot() ? bytes.byteAt(slot) : bytes.intAt(slot)) == 0;
  }

  @Override
  public boolean booleanAt(int row) {
    return bytes.byteAt(slots.at(row) + 1) != 0;
  }

  @Override
  public int intAt(int row) {
    int value = slots.at(row) + 1;
    return type.type() == DataType.Primitive.BYTE ? bytes.byteAt(value) : bytes.intAt(value);
  }

  @Override
  public long longAt(int row) {
    return type.width() > Long.BYTES ? bytes.longAt(slots.at(row) + 1) : intAt(row);
  }

  @Override
  public float floatAt(int row) {
    return Float.intBitsToFloat(bytes.intAt(slots.at(row) + 1));
  }

  @Override
  public double doubleAt(int row) {
    return Double.longBitsToDouble(bytes.longAt(slots.at(row) + 1));
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
    int scale = ((DataType.Decimal) type.type()).scale();
    return new BigDecimal(new BigInteger(bytesAt(row)), scale);
  }

  @Override
  public Column fieldAt(int ordinal) {
    RowSlots fields = type.parts();
    int offset = fields.offset(ordinal);
    return new StoredColumn(
        bytes, fields.type(ordinal), row -> isNullAt(row) ? -1 : address(row) + offset);
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
    return new MapView(size, part(0, keys), part(1, keys + size * type.parts().type(0).width()));
  }

  /** The address of a value that is not in its slot. */
  private int address(int row) {
    return bytes.intAt(slots.at(row));
  }

  /** Values whose slots lie one behind the other. */
  private StoredColumn part(int ordinal, int first) {
    FieldCodec part = type.parts().type(ordinal);
    return new StoredColumn(bytes, part, row -> first + row * part.width());
  }
}
