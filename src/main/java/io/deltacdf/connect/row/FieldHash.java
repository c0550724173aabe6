package io.deltacdf.connect.row;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Puts one of several fields into a hash: its physical name and kind of type with its value,
 * nothing where that is null. So rows of two schemas of a table hash the same where one lacks a
 * field that is null in the other, or has its fields in another order.
 *
 * @param ordinal the field's ordinal among those it was made with
 * @param tag stands for its name and kind
 */
record FieldHash(int ordinal, long tag, ValueHash value) {
  /** Ends the fields of a struct; no tag is likely to be the same. */
  static final long END = 0;

  /** The fields in the order in which they are put. */
  static FieldHash[] of(List<Field> fields) {
    return IntStream.range(0, fields.size())
        .boxed()
        .sorted(Comparator.comparing(ordinal -> fields.get(ordinal).physicalName()))
        .map(ordinal -> of(ordinal, fields.get(ordinal)))
        .toArray(FieldHash[]::new);
  }

  private static FieldHash of(int ordinal, Field field) {
    String tag = field.physicalName() + '\n' + kind(field.type());
    return new FieldHash(
        ordinal, Hashing.xxh3_64().hashCharsToLong(tag), ValueHash.of(field.type()));
  }

  void put(HashStream128 hash, Column column, int row) {
    if (!column.isNullAt(row)) {
      hash.putLong(tag);
      value.put(hash, column, row);
    }
  }

  /** One for types whose equal values {@link ValueHash} puts in the same form. */
  private static String kind(DataType type) {
    if (type instanceof DataType.Array array) {
      return "array of " + kind(array.element());
    } else if (type instanceof DataType.Map map) {
      return "map of " + kind(map.key()) + " to " + kind(map.value());
    } else if (type instanceof DataType.Decimal decimal) {
      return "decimal of scale " + decimal.scale();
    } else if (type instanceof DataType.Primitive primitive) {
      return switch (primitive) {
        case BYTE, SHORT, INTEGER, LONG -> "integer";
        case FLOAT, DOUBLE -> "floating point";
        default -> primitive.name();
      };
    }
    return "struct";
  }
}
