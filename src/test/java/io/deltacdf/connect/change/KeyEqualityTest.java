package io.deltacdf.connect.change;

import static io.deltacdf.connect.table.FakeFile.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ColumnBatch;
import io.deltacdf.connect.table.DataType;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.Field;
import io.deltacdf.connect.table.TableSchema;
import io.deltacdf.connect.table.TableState;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyEqualityTest {
  static Stream<Arguments> types() {
    return Stream.of(
        Arguments.of("boolean", true, true, false),
        Arguments.of("byte", (byte) 1, (byte) 1, (byte) 2),
        Arguments.of("short", (short) 1, (short) 1, (short) 2),
        Arguments.of("integer", 1, 1, 2),
        Arguments.of("long", 1L << 40, 1L << 40, (1L << 40) + 1),
        Arguments.of("long", 1L, 1L, (1L << 32) + 1),
        Arguments.of("float", 1.5f, 1.5f, 1.25f),
        Arguments.of("float", Float.NaN, Float.NaN, 0f),
        Arguments.of("double", 1.5, 1.5, 1.25),
        Arguments.of("double", Double.NaN, Double.NaN, 0.0),
        Arguments.of("string", "für", "für", "fur"),
        Arguments.of("binary", new byte[] {1, 2}, new byte[] {1, 2}, new byte[] {1, 3}),
        Arguments.of("date", 19000, 19000, 19001),
        Arguments.of("timestamp", 1L << 50, 1L << 50, 1L),
        Arguments.of("timestamp_ntz", 1L << 50, 1L << 50, 1L),
        Arguments.of(
            "decimal(9;2)",
            new BigDecimal("1.50"),
            new BigDecimal("1.50"),
            new BigDecimal("1.51")));
  }

  @ParameterizedTest
  @MethodSource("types")
  void comparesValuesByType(String type, Object value, Object same, Object other) {
    TableState state = FakeStates.state("id", true, "k " + type);
    ColumnBatch batch =
        batch(state, insert(value), insert(same), insert(other), insert((Object) null));
    KeyEquality keys = new KeyEquality(state.schema(), new KeyColumns(List.of(0)));

    assertThat(keys.equal(batch, 0, batch, 1)).isTrue();
    assertThat(keys.equal(batch, 0, batch, 2)).isFalse();
    assertThat(keys.equal(batch, 0, batch, 3)).isFalse();
    assertThat(keys.equal(batch, 3, batch, 0)).isFalse();
    assertThat(keys.equal(batch, 3, batch, 3)).isTrue();
  }

  @Test
  void allKeyColumnsCountAndNoOther() {
    TableState state = FakeStates.state("id", true, "a long, x string, b string");
    ColumnBatch batch =
        batch(state, insert(1L, "x", "b"), insert(1L, "y", "b"), insert(1L, "x", "c"));
    KeyEquality keys = new KeyEquality(state.schema(), new KeyColumns(List.of(2, 0)));

    assertThat(keys.equal(batch, 0, batch, 1)).isTrue();
    assertThat(keys.equal(batch, 0, batch, 2)).isFalse();
  }

  @Test
  void nestedTypesAreNoKeys() {
    DataType array = new DataType.Array(DataType.Primitive.LONG, true);
    TableSchema schema = new TableSchema(List.of(new Field("a", "a", array, true)), List.of());

    assertThatThrownBy(() -> new KeyEquality(schema, new KeyColumns(List.of(0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be a key");
  }

  private static ColumnBatch batch(TableState state, FakeFile.Row... rows) {
    FakeTable table = new FakeTable("t", 100);
    FakeFile file = FakeFile.added("a", state, rows);
    table.snapshot(0, state, file);
    try (BatchReader reader =
        table.read(file.file(), IntStream.range(0, state.schema().size()).toArray())) {
      return reader.next();
    }
  }
}
