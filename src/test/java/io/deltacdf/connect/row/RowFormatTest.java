package io.deltacdf.connect.row;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowFormatTest {
  private static final DataType POINT =
      struct(
          field("x", Primitive.BYTE),
          field("names", array(Primitive.STRING)),
          field("inner", struct(field("d", Primitive.DOUBLE), field("e", decimal(38, 10)))));

  private static final TableSchema ALL_TYPES =
      schema(
          field("boolean", Primitive.BOOLEAN),
          field("byte", Primitive.BYTE),
          field("short", Primitive.SHORT),
          field("int", Primitive.INTEGER),
          field("long", Primitive.LONG),
          field("float", Primitive.FLOAT),
          field("double", Primitive.DOUBLE),
          field("string", Primitive.STRING),
          field("binary", Primitive.BINARY),
          field("date", Primitive.DATE),
          field("timestamp", Primitive.TIMESTAMP),
          field("ntz", Primitive.TIMESTAMP_NTZ),
          field("variant", Primitive.VARIANT),
          field("decimal", decimal(9, 2)),
          field("large", decimal(38, 0)),
          field("point", POINT),
          field("points", array(POINT)),
          field("matrix", array(array(Primitive.BOOLEAN))),
          field("map", map(Primitive.STRING, array(Primitive.LONG))),
          field("maps", map(Primitive.DATE, map(Primitive.INTEGER, POINT))));

  private final PagedBytes bytes = new PagedBytes();
  private final Random random = new Random(1);

  /** Writes enough rows to fill more than ten pages. */
  @Test
  void valuesOfAllTypesAreReadAsWritten() {
    RowFormat format = format(ALL_TYPES);
    List<MemoryBatch> rows = new ArrayList<>();
    int[] addresses = new int[1_000];
    for (int i = 0; i < addresses.length; i++) {
      Object[] row =
          ALL_TYPES.fields().stream().map(each -> nullOr(each.type())).toArray(Object[]::new);
      rows.add(MemoryBatch.row(ALL_TYPES, row));
      addresses[i] = format.put(bytes, rows.get(i), 0);
    }

    for (int ordinal = 0; ordinal < ALL_TYPES.size(); ordinal++) {
      Column read = format.column(ordinal, bytes, row -> addresses[row]);
      assertThat(read.type()).isEqualTo(ALL_TYPES.fields().get(ordinal).type());
      for (int i = 0; i < addresses.length; i++) {
        assertThat(value(read, i)).isEqualTo(value(rows.get(i).column(ordinal), 0));
      }
    }
    assertThat(bytes.size()).isGreaterThan(10 << 16);
  }

  @Test
  void aFieldOfANullStructIsNullAtEveryDepth() {
    TableSchema points = schema(field("p", POINT));
    RowFormat format = format(points);
    MemoryBatch batch =
        MemoryBatch.of(
            points,
            new Object[] {null},
            new Object[] {asList(null, null, null)},
            new Object[] {asList((byte) 1, List.of(), asList(1.5, null))});
    int[] addresses = IntStream.range(0, 3).map(row -> format.put(bytes, batch, row)).toArray();
    Column point = format.column(0, bytes, row -> addresses[row]);

    assertThat(point.isNullAt(0)).isTrue();
    assertThat(point.fieldAt(0).isNullAt(0)).isTrue();
    assertThat(point.fieldAt(2).fieldAt(0).isNullAt(0)).isTrue();
    assertThat(point.isNullAt(1)).isFalse();
    assertThat(point.fieldAt(2).fieldAt(0).isNullAt(1)).isTrue();
    assertThat(point.fieldAt(1).arrayAt(2).size()).isZero();
    assertThat(point.fieldAt(2).fieldAt(0).doubleAt(2)).isEqualTo(1.5);
    assertThat(point.fieldAt(2).fieldAt(1).isNullAt(2)).isTrue();
  }

  @Test
  void numbersThatFitAnIntCanBeReadAsLongs() {
    TableSchema numbers =
        schema(
            field("b", Primitive.BYTE),
            field("s", Primitive.SHORT),
            field("i", Primitive.INTEGER),
            field("d", Primitive.DATE));
    RowFormat format = format(numbers);
    int address = format.put(bytes, MemoryBatch.row(numbers, (byte) -7, (short) -8, -9, -10), 0);

    for (int i = 0; i < 4; i++) {
      assertThat(format.column(i, bytes, row -> address).longAt(0)).isEqualTo(-7 - i);
      assertThat(format.column(i, bytes, row -> address).intAt(0)).isEqualTo(-7 - i);
    }
  }

  @Test
  void theSizeOfARowIsAsDocumented() {
    TableSchema plain =
        schema(
            field("id", Primitive.LONG),
            field("flag", Primitive.BOOLEAN),
            field("day", Primitive.DATE),
            field("name", Primitive.STRING));
    RowFormat format = format(plain);
    format.put(bytes, MemoryBatch.row(plain, 1L, true, 2, "four"), 0);

    assertThat(RowFormat.size(bytes, 0)).isEqualTo(4 + 9 + 2 + 5 + 8 + 4).isEqualTo(bytes.size());

    int nulls = format.put(bytes, MemoryBatch.row(plain, null, null, null, null), 0);
    assertThat(RowFormat.size(bytes, nulls)).isEqualTo(4 + 9 + 2 + 5 + 4);
  }

  @Test
  void onlyTheRequestedColumnsAreStored() {
    TableSchema two = schema(field("a", Primitive.LONG), field("b", Primitive.LONG));
    RowFormat format = new RowFormat(two, new int[] {1});
    int address = format.put(bytes, MemoryBatch.row(two, 1L, 2L).only(1), 0);

    assertThat(format.column(1, bytes, row -> address).longAt(0)).isEqualTo(2);
    assertThatThrownBy(() -> format.column(0, bytes, row -> address))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Column 'a' ");
  }

  private static RowFormat format(TableSchema schema) {
    return new RowFormat(schema, IntStream.range(0, schema.size()).toArray());
  }

  /** Converts a value to an object that is equal for equal values. */
  private static Object value(Column column, int row) {
    if (column.isNullAt(row)) {
      return null;
    }
    DataType type = column.type();
    if (type instanceof DataType.Struct struct) {
      return IntStream.range(0, struct.fields().size())
          .mapToObj(i -> value(column.fieldAt(i), row))
          .toList();
    } else if (type instanceof DataType.Array) {
      Column.ArrayView view = column.arrayAt(row);
      return values(view.elements(), view.size());
    } else if (type instanceof DataType.Map) {
      Column.MapView view = column.mapAt(row);
      return asList(values(view.keys(), view.size()), values(view.values(), view.size()));
    } else if (type instanceof DataType.Decimal) {
      return column.decimalAt(row);
    }
    return switch ((Primitive) type) {
      case BOOLEAN -> column.booleanAt(row);
      case BYTE, SHORT, INTEGER, DATE -> asList(column.intAt(row), column.longAt(row));
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> column.longAt(row);
      case FLOAT -> column.floatAt(row);
      case DOUBLE -> column.doubleAt(row);
      case STRING, VARIANT ->
          asList(column.stringAt(row), HexFormat.of().formatHex(column.bytesAt(row)));
      case BINARY -> HexFormat.of().formatHex(column.bytesAt(row));
    };
  }

  private static List<Object> values(Column column, int size) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(value(column, i));
    }
    return values;
  }

  private Object nullOr(DataType type) {
    return random.nextInt(4) == 0 ? null : random(type);
  }

  private Object random(DataType type) {
    if (type instanceof DataType.Struct struct) {
      List<Object> fields = new ArrayList<>();
      for (Field each : struct.fields()) {
        fields.add(nullOr(each.type()));
      }
      return fields;
    } else if (type instanceof DataType.Array array) {
      List<Object> elements = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        elements.add(nullOr(array.element()));
      }
      return elements;
    } else if (type instanceof DataType.Map map) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        entries.put(random(map.key()), nullOr(map.value()));
      }
      return entries;
    } else if (type instanceof DataType.Decimal decimal) {
      BigInteger unscaled = new BigInteger(decimal.precision() * 3, random);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), decimal.scale());
    }
    return switch ((Primitive) type) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) random.nextInt();
      case INTEGER, DATE -> random.nextInt();
      case LONG, TIMESTAMP, TIMESTAMP_NTZ -> random.nextLong();
      case FLOAT -> Float.intBitsToFloat(random.nextInt());
      case DOUBLE -> Double.longBitsToDouble(random.nextLong());
      case STRING, VARIANT -> "é€😀x".repeat(random.nextInt(20));
      case BINARY -> {
        byte[] some = new byte[random.nextInt(300)];
        random.nextBytes(some);
        yield some;
      }
    };
  }
}
