package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.List;

/**
 * How values of one type are kept in {@link PagedBytes}: each has a slot of a fixed width.
 *
 * <ul>
 *   <li>Booleans and numbers of fixed width: a byte that is 0 for null, and the value in 1, 4 or 8
 *       bytes.
 *   <li>All others: 4 bytes, the address of the value, 0 for null. There: text, bytes, and decimals
 *       as bytes of their unscaled value, behind their length in 4 bytes; structs as the slots of
 *       their fields; arrays as the slots of their elements, and maps as those of their keys and
 *       then of their values, behind their size in 4 bytes.
 * </ul>
 */
final class FieldCodec {
  /** Writes a value that is not null. */
  @FunctionalInterface
  private interface Writer {
    void put(PagedBytes out, int slot, Column column, int row);
  }

  private static final int ADDRESS = Integer.BYTES;

  private final DataType type;
  private final int width;
  private final RowSlots parts;
  private final Writer writer;

  private FieldCodec(DataType type, int width, RowSlots parts, Writer writer) {
    this.type = type;
    this.width = width;
    this.parts = parts;
    this.writer = writer;
  }

  static FieldCodec of(DataType type) {
    if (type instanceof DataType.Struct struct) {
      RowSlots fields = RowSlots.of(struct.fields().stream().map(Field::type).toList());
      return new FieldCodec(
          type,
          ADDRESS,
          fields,
          (out, slot, column, row) -> {
            int address = out.reserve(fields.width());
            out.putInt(slot, address);
            for (int i = 0; i < fields.size(); i++) {
              fields.type(i).put(out, address + fields.offset(i), column.fieldAt(i), row);
            }
          });
    } else if (type instanceof DataType.Array array) {
      RowSlots element = RowSlots.of(List.of(array.element()));
      return new FieldCodec(
          type,
          ADDRESS,
          element,
          (out, slot, column, row) -> {
            Column.ArrayView view = column.arrayAt(row);
            int address = out.reserve(Integer.BYTES + view.size() * element.width());
            out.putInt(slot, address);
            out.putInt(address, view.size());
            element.type(0).putAll(out, address + Integer.BYTES, view.elements(), view.size());
          });
    } else if (type instanceof DataType.Map map) {
      RowSlots entry = RowSlots.of(List.of(map.key(), map.value()));
      return new FieldCodec(
          type,
          ADDRESS,
          entry,
          (out, slot, column, row) -> {
            Column.MapView view = column.mapAt(row);
            int address = out.reserve(Integer.BYTES + view.size() * entry.width());
            out.putInt(slot, address);
            out.putInt(address, view.size());
            int values = address + Integer.BYTES + view.size() * entry.type(0).width;
            entry.type(0).putAll(out, address + Integer.BYTES, view.keys(), view.size());
            entry.type(1).putAll(out, values, view.values(), view.size());
          });
    } else if (type instanceof DataType.Decimal) {
      return ofBytes(
          type,
          (out, slot, column, row) ->
              putBytes(out, slot, column.decimalAt(row).unscaledValue().toByteArray()));
    }
    return of((DataType.Primitive) type);
  }

  private static FieldCodec of(DataType.Primitive type) {
    return switch (type) {
      case BOOLEAN ->
          fixed(
              type,
              Byte.BYTES,
              (out, slot, column, row) -> out.putByte(slot + 1, column.booleanAt(row) ? 1 : 0));
      case BYTE ->
          fixed(
              type,
              Byte.BYTES,
              (out, slot, column, row) -> out.putByte(slot + 1, column.intAt(row)));
      case SHORT, INTEGER, DATE ->
          fixed(
              type,
              Integer.BYTES,
              (out, slot, column, row) -> out.putInt(slot + 1, column.intAt(row)));
      case FLOAT ->
          fixed(
              type,
              Integer.BYTES,
              (out, slot, column, row) ->
                  out.putInt(slot + 1, Float.floatToRawIntBits(column.floatAt(row))));
      case LONG, TIMESTAMP, TIMESTAMP_NTZ ->
          fixed(
              type,
              Long.BYTES,
              (out, slot, column, row) -> out.putLong(slot + 1, column.longAt(row)));
      case DOUBLE ->
          fixed(
              type,
              Long.BYTES,
              (out, slot, column, row) ->
                  out.putLong(slot + 1, Double.doubleToRawLongBits(column.doubleAt(row))));
      case STRING, BINARY, VARIANT ->
          ofBytes(type, (out, slot, column, row) -> putBytes(out, slot, column.bytesAt(row)));
    };
  }

  private static FieldCodec fixed(DataType type, int bytes, Writer writer) {
    return new FieldCodec(
        type,
        1 + bytes,
        RowSlots.NONE,
        (out, slot, column, row) -> {
          out.putByte(slot, 1);
          writer.put(out, slot, column, row);
        });
  }

  private static FieldCodec ofBytes(DataType type, Writer writer) {
    return new FieldCodec(type, ADDRESS, RowSlots.NONE, writer);
  }

  private static void putBytes(PagedBytes out, int slot, byte[] bytes) {
    int address = out.reserve(Integer.BYTES);
    out.putInt(slot, address);
    out.putInt(address, bytes.length);
    out.append(bytes);
  }

  DataType type() {
    return type;
  }

  /** The bytes of a slot. */
  int width() {
    return width;
  }

  /** The fields of a struct, the element of an array, or key and value of a map. */
  RowSlots parts() {
    return parts;
  }

  /** Whether a value lies in its slot; else its address does. */
  boolean isInSlot() {
    return width != ADDRESS;
  }

  /** Writes a value or null into a slot, and what has no place there to the end. */
  void put(PagedBytes out, int slot, Column column, int row) {
    if (!column.isNullAt(row)) {
      writer.put(out, slot, column, row);
    } else if (isInSlot()) {
      out.putByte(slot, 0);
    } else {
      out.putInt(slot, 0);
    }
  }

  private void putAll(PagedBytes out, int slot, Column column, int size) {
    for (int i = 0; i < size; i++) {
      put(out, slot + i * width, column, i);
    }
  }
}
