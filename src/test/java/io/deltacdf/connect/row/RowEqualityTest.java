package io.deltacdf.connect.row;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares rows column by column and by their hashes, which must agree. */
class RowEqualityTest {
  private static final DataType POINT =
      struct(field("x", Primitive.INTEGER), field("name", Primitive.STRING));

  /** Each case has a type, a value, an equal value and a different value. */
  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of(Primitive.BOOLEAN, true, true, false),
        Arguments.of(Primitive.BYTE, (byte) 1, (byte) 1, (byte) 2),
        Arguments.of(Primitive.SHORT, (short) 1, (short) 1, (short) 2),
        Arguments.of(Primitive.INTEGER, 1, 1, 2),
        Arguments.of(Primitive.LONG, 1L << 40, 1L << 40, (1L << 40) + 1),
        Arguments.of(Primitive.LONG, 1L, 1L, (1L << 32) + 1),
        Arguments.of(Primitive.FLOAT, 1.5f, 1.5f, 1.25f),
        Arguments.of(Primitive.FLOAT, Float.NaN, Float.intBitsToFloat(0x7fc00001), 0f),
        Arguments.of(Primitive.FLOAT, 0f, 0f, -0f),
        Arguments.of(Primitive.DOUBLE, 1.5, 1.5, 1.25),
        Arguments.of(
            Primitive.DOUBLE, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L), 0.0),
        Arguments.of(Primitive.DOUBLE, 0.0, 0.0, -0.0),
        Arguments.of(Primitive.STRING, "für", "für", "fur"),
        Arguments.of(Primitive.STRING, "", "", " "),
        Arguments.of(Primitive.BINARY, new byte[] {1, 2}, new byte[] {1, 2}, new byte[] {1, 3}),
        Arguments.of(Primitive.DATE, 19000, 19000, 19001),
        Arguments.of(Primitive.TIMESTAMP, 1L << 50, 1L << 50, 1L),
        Arguments.of(Primitive.TIMESTAMP_NTZ, 1L << 50, 1L << 50, 1L),
        Arguments.of(Primitive.VARIANT, "{\"a\":1}", "{\"a\":1}", "{\"a\":2}"),
        Arguments.of(Primitive.VARIANT, "null", "null", "\"null\""),
        Arguments.of(
            decimal(9, 2), new BigDecimal("1.50"), new BigDecimal("1.50"), new BigDecimal("1.51")),
        Arguments.of(POINT, asList(1, "a"), asList(1, "a"), asList(1, "b")),
        Arguments.of(POINT, asList(1, null), asList(1, null), asList(null, null)),
        Arguments.of(POINT, asList(null, "a"), asList(null, "a"), asList(1, "a")),
        Arguments.of(array(Primitive.INTEGER), asList(1, null), asList(1, null), asList(1)),
        Arguments.of(array(Primitive.INTEGER), asList(1, null), asList(1, null), asList(null, 1)),
        Arguments.of(array(Primitive.INTEGER), asList(), asList(), asList((Object) null)),
        Arguments.of(
            array(POINT), asList(asList(1, "a")), asList(asList(1, "a")), asList(asList(2, "a"))),
        Arguments.of(
            map(Primitive.STRING, Primitive.LONG),
            entries("a", 1L, "b", null),
            entries("a", 1L, "b", null),
            entries("a", 1L, "b", 2L)),
        Arguments.of(
            map(Primitive.STRING, Primitive.LONG),
            entries("a", 1L),
            entries("a", 1L),
            entries("b", 1L)),
        Arguments.of(
            map(Primitive.STRING, Primitive.LONG),
            entries("a", 1L, "b", 2L),
            entries("a", 1L, "b", 2L),
            entries("b", 2L, "a", 1L)));
  }

  private static Map<String, Object> entries(Object... keysAndValues) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      entries.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return Collections.unmodifiableMap(entries);
  }

  @ParameterizedTest
  @MethodSource("types")
  void valuesAreComparedByType(DataType type, Object value, Object same, Object other) {
    TableSchema schema = schema(field("k", type));
    ColumnBatch rows =
        MemoryBatch.of(
            schema,
            new Object[] {value},
            new Object[] {same},
            new Object[] {other},
            new Object[] {null});

    assertEqual(schema, rows, 0, 1, true);
    assertEqual(schema, rows, 0, 2, false);
    assertEqual(schema, rows, 0, 3, false);
    assertEqual(schema, rows, 3, 0, false);
    assertEqual(schema, rows, 3, 3, true);
  }

  @Test
  void onlyTheRequestedColumnsAreCompared() {
    TableSchema schema =
        schema(
            field("a", Primitive.LONG), field("x", Primitive.STRING), field("b", Primitive.STRING));
    ColumnBatch rows =
        MemoryBatch.of(
                schema,
                new Object[] {1L, "x", "b"},
                new Object[] {1L, "y", "b"},
                new Object[] {1L, "x", "c"})
            .only(0, 2);

    assertEqual(schema, rows, 0, 1, true, 2, 0);
    assertEqual(schema, rows, 0, 2, false, 2, 0);
  }

  @Test
  void valuesOfDifferentColumnsAreNotInterchangeable() {
    TableSchema schema = schema(field("a", Primitive.STRING), field("b", Primitive.STRING));
    ColumnBatch rows =
        MemoryBatch.of(
            schema,
            new Object[] {"a", "bc"},
            new Object[] {"ab", "c"},
            new Object[] {null, "a"},
            new Object[] {"a", null});

    assertEqual(schema, rows, 0, 1, false, 0, 1);
    assertEqual(schema, rows, 2, 3, false, 0, 1);
  }

  private static void assertEqual(
      TableSchema schema, ColumnBatch rows, int row, int other, boolean equal, int... ordinals) {
    int[] columns = ordinals.length == 0 ? new int[] {0} : ordinals;
    assertThat(new RowEquality(schema, columns).equal(rows, row, rows, other)).isEqualTo(equal);
    RowHasher hasher = new RowHasher(schema, columns);
    assertThat(text(hasher.rowHash(rows, row)).equals(text(hasher.rowHash(rows, other))))
        .isEqualTo(equal);
  }

  @ParameterizedTest
  @MethodSource("widenings")
  void aWidenedKeyHasTheSameHash(DataType before, Object value, DataType after, Object widened) {
    assertThat(keyHash(before, value)).isEqualTo(keyHash(after, widened));
  }

  static Stream<Arguments> widenings() {
    return Stream.of(
        Arguments.of(Primitive.BYTE, (byte) -3, Primitive.LONG, -3L),
        Arguments.of(Primitive.SHORT, (short) 300, Primitive.INTEGER, 300),
        Arguments.of(Primitive.INTEGER, Integer.MIN_VALUE, Primitive.LONG, -2147483648L),
        Arguments.of(Primitive.FLOAT, 1.1f, Primitive.DOUBLE, (double) 1.1f),
        Arguments.of(
            decimal(9, 2), new BigDecimal("1.50"), decimal(20, 2), new BigDecimal("1.50")));
  }

  @Test
  void aRowWithoutAKeyHasNoKeyHash() {
    TableSchema schema = schema(field("a", Primitive.LONG), field("b", Primitive.LONG));
    ColumnBatch rows = MemoryBatch.of(schema, new Object[] {1L, null}, new Object[] {1L, 2L});
    RowHasher hasher = new RowHasher(schema, new int[] {0, 1});

    assertThat(hasher.keyHash(rows, 0)).isNull();
    assertThat(hasher.keyHash(rows, 1)).isNotNull();
  }

  private static String keyHash(DataType type, Object value) {
    TableSchema schema = schema(field("k", type));
    return text(new RowHasher(schema, new int[] {0}).keyHash(MemoryBatch.row(schema, value), 0));
  }

  private static String text(Hash128 hash) {
    return List.of(hash.high(), hash.low()).toString();
  }
}
