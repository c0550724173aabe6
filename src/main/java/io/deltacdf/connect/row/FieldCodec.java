package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.List;

/**
 * Writes values of one type to {@link PagedBytes}, from which {@link StoredColumn} reads them. Each
 * value has a slot of fixed width.
 *
 * <ul>
 *   <li>Booleans and numbers of fixed width: one byte, which is 0 for null, then the value in 1, 4
 *       or 8 bytes.
 *   <li>Other types: the address of the value in 4 bytes, 0 for null. At this address, text and
 *       bytes are stored after their length in 4 bytes, and so are decimals as the bytes of their
 *       unscaled value. A struct is stored as the slots of its fields. An array is stored as its
 *       size in 4 bytes and the slots of its elements, a map as its size, the slots of its keys and
 *       then the slots of its values.
 * </ul>
 */
final class FieldCodec {
  /** Writes a value that is not null. */
  @FunctionalInterface
  private interface Writer {
    void put(FieldCodec codec, PagedBytes out, int slot, Column column, int row);
  }

  private static final int ADDRESS = Integer.BYTES;

  private final DataType type;
  private final int width;
  private final Writer writer;
  private final FieldCodec[] parts;
  private final int[] offsets;
  private final int partsWidth;

  private FieldCodec(DataType type, int width, Writer writer, List<DataType> partTypes) {
    this.type = type;
    this.width = width;
    this.writer = writer;
    parts = partTypes.stream().map(FieldCodec::of).toArray(FieldCodec[]::new);
    offsets = new int[parts.length];
    int end = 0;
    for (int i = 0; i < parts.length; i++) {
      offsets[i] = end;
      end += parts[i].width;
    }
    partsWidth = end;
  }

  static FieldCodec of(DataType type) {
    if (type instanceof DataType.Struct struct) {
      List<DataType> fields = struct.fields().stream().map(Field::type).toList();
      return new FieldCodec(type, ADDRESS, FieldCodec::putStruct, fields);
    } else if (type instanceof DataType.Array array) {
      return new FieldCodec(type, ADDRESS, FieldCodec::putArray, List.of(array.element()));
    } else if (type instanceof DataType.Map map) {
      return new FieldCodec(type, ADDRESS, FieldCodec::putMap, List.of(map.key(), map.value()));
    } else if (type instanceof DataType.Decimal) {
      return ofBytes(
          type,
          (codec, out, slot, column, row) ->
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
              (codec, out, slot, column, row) ->
                  out.putByte(slot + 1, column.booleanAt(row) ? 1 : 0));
      case BYTE ->
          fixed(
              type,
              Byte.BYTES,
              (codec, out, slot, column, row) -> out.putByte(slot + 1, column.intAt(row)));
      case SHORT, INTEGER, DATE ->
          fixed(
              type,
              Integer.BYTES,
              (codec, out, slot, column, row) -> out.putInt(slot + 1, column.intAt(row)));
      case FLOAT ->
          fixed(
              type,
              Integer.BYTES,
              (codec, out, slot, column, row) ->
                  out.putInt(slot + 1, Float.floatToRawIntBits(column.floatAt(row))));
      case LONG, TIMESTAMP, TIMESTAMP_NTZ ->
          fixed(
              type,
              Long.BYTES,
              (codec, out, slot, column, row) -> out.putLong(slot + 1, column.longAt(row)));
      case DOUBLE ->
          fixed(
              type,
              Long.BYTES,
              (codec, out, slot, column, row) ->
                  out.putLong(slot + 1, Double.doubleToRawLongBits(column.doubleAt(row))));
      case STRING, BINARY, VARIANT ->
          ofBytes(
              type, (codec, out, slot, column, row) -> putBytes(out, slot, column.bytesAt(row)));
    };
  }

  private static FieldCodec fixed(DataType type, int bytes, Writer writer) {
    return new FieldCodec(
        type,
        1 + bytes,
        (codec, out, slot, column, row) -> {
          out.putByte(slot, 1);
          writer.put(codec, out, slot, column, row);
        },
        List.of());
  }

  private static FieldCodec ofBytes(DataType type, Writer writer) {
    return new FieldCodec(type, ADDRESS, writer, List.of());
  }

  DataType type() {
    return type;
  }

  /** Returns the number of bytes of a slot. */
  int width() {
    return width;
  }

  /** Whether the slot holds the value itself; if not, it holds the value's address. */
  boolean isInSlot() {
    return width != ADDRESS;
  }

  /** Returns the codec of a struct field, of an array's element, or of a map's key or value. */
  FieldCodec part(int ordinal) {
    return parts[ordinal];
  }

  /** Returns the offset of a part's slot from the first part's slot. */
  int offset(int ordinal) {
    return offsets[ordinal];
  }

  /** Returns the number of bytes that one slot of each part takes. */
  int partsWidth() {
    return partsWidth;
  }

  /** Writes a value or null to a slot, and appends the bytes that do not fit into the slot. */
  void put(PagedBytes out, int slot, Column column, int row) {
    if (!column.isNullAt(row)) {
      writer.put(this, out, slot, column, row);
    } else if (isInSlot()) {
      out.putByte(slot, 0);
    } else {
      out.putInt(slot, 0);
    }
  }

  private void putStruct(PagedBytes out, int slot, Column column, int row) {
    int address = out.reserve(partsWidth);
    out.putInt(slot, address);
    for (int i = 0; i < parts.length; i++) {
      parts[i].put(out, address + offsets[i], column.fieldAt(i), row);
    }
  }

  private void putArray(PagedBytes out, int slot, Column column, int row) {
    Column.ArrayView view = column.arrayAt(row);
    int elements = reserveParts(out, slot, view.size());
    parts[0].putAll(out, elements, view.elements(), view.size());
  }

  private void putMap(PagedBytes out, int slot, Column column, int row) {
    Column.MapView view = column.mapAt(row);
    int keys = reserveParts(out, slot, view.size());
    parts[0].putAll(out, keys, view.keys(), view.size());
    parts[1].putAll(out, keys + view.size() * parts[0].width, view.values(), view.size());
  }

  /** Writes the size of an array or map; returns the address of the first slot after it. */
  private int reserveParts(PagedBytes out, int slot, int size) {
    int address = out.reserve(Integer.BYTES + size * partsWidth);
    out.putInt(slot, address);
    out.putInt(address, size);
    return address + Integer.BYTES;
  }

  private void putAll(PagedBytes out, int slot, Column column, int size) {
    for (int i = 0; i < size; i++) {
      put(out, slot + i * width, column, i);
    }
  }

  private static void putBytes(PagedBytes out, int slot, byte[] bytes) {
    int address = out.reserve(Integer.BYTES);
    out.putInt(slot, address);
    out.putInt(address, bytes.length);
    out.append(bytes);
  }
}
