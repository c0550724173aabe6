package io.deltacdf.connect.change;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreimageBufferTest {
  private static final long PAGE = 1 << 16;
  private static final TableSchema SCHEMA =
      schema(field("id", Primitive.LONG), field("name", Primitive.STRING));

  /** What a row takes beside its name. */
  private static final int ROW = 4 + 9 + 8;

  private static PreimageBuffer rows(int count, long maxBytes) {
    return new PreimageBuffer(count, ChangeTexts.keyFirst(1), maxBytes);
  }

  private static void put(PreimageBuffer rows, int number, String name) {
    rows.put(number, MemoryBatch.row(SCHEMA, (long) number, name), 0);
  }

  private static String name(PreimageBuffer rows, int number) {
    ColumnBatch batch = rows.window();
    assertThat(batch.column(0).longAt(rows.row(number))).isEqualTo(number);
    return batch.column(1).stringAt(rows.row(number));
  }

  @Test
  void allAreHeldWhereTheyFit() {
    PreimageBuffer rows = rows(4, 3 * (ROW + 1));
    put(rows, 2, "c");
    put(rows, 0, "a");
    put(rows, 3, "d");

    assertThat(rows.find(0)).isTrue();
    assertThat(name(rows, 0)).isEqualTo("a");
    assertThat(rows.find(2)).isTrue();
    assertThat(name(rows, 2)).isEqualTo("c");
    assertThat(rows.find(3)).isTrue();
    assertThat(rows.isMissing()).isFalse();
    assertThat(rows.window().schema()).isEqualTo(SCHEMA);
    assertThat(rows.window().size()).isEqualTo(4);
    assertThat(rows.window().isSelected(1)).isFalse();
    assertThat(rows.window().isSelected(2)).isTrue();
    assertThat(rows.window().changeType(2)).isEqualTo(ChangeType.UPDATE_PREIMAGE);
  }

  @Test
  void elseAsManyAsFitFromTheOneThatIsLookedFor() {
    PreimageBuffer rows = rows(6, 2 * (ROW + 1));
    List<Integer> order = List.of(5, 1, 0, 3, 2);
    order.forEach(number -> put(rows, number, "x" + (number == 5 ? "long" : "")));

    // None is 4: its new row was equal to it.
    assertThat(rows.find(1)).as("begins where it is resumed").isFalse();
    assertThat(rows.isMissing()).isTrue();
    rows.startNextWindow();
    assertThat(rows.isMissing()).isFalse();
    order.forEach(number -> put(rows, number, "x"));
    assertThat(rows.find(1)).isTrue();
    assertThat(rows.find(2)).isTrue();
    assertThat(name(rows, 2)).isEqualTo("x");
    assertThat(rows.window().size()).isEqualTo(2);

    assertThat(rows.find(3)).isFalse();
    rows.startNextWindow();
    order.forEach(number -> put(rows, number, "x"));
    assertThat(rows.find(3)).isTrue();
    assertThat(rows.window().size()).as("4 takes nothing").isEqualTo(2);
    assertThat(name(rows, 3)).isEqualTo("x");

    assertThat(rows.find(5)).isFalse();
    rows.startNextWindow();
    order.forEach(number -> put(rows, number, "x"));
    assertThat(rows.find(5)).as("too large, and yet held alone").isTrue();
    assertThat(name(rows, 5)).isEqualTo("x");
  }

  @Test
  void aRowThatIsNotThereIsAMistake() {
    PreimageBuffer rows = rows(3, 1_000);
    put(rows, 0, "a");
    put(rows, 2, "c");
    assertThatThrownBy(() -> rows.find(1)).isInstanceOf(IllegalStateException.class);

    PreimageBuffer small = rows(3, 0);
    put(small, 0, "a");
    put(small, 1, "b");
    assertThat(small.find(1)).isFalse();
    small.startNextWindow();
    put(small, 1, "b");
    assertThat(small.find(1)).isTrue();
    assertThatThrownBy(() -> small.find(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rowsOfTwoSchemasAreAMistake() {
    PreimageBuffer rows = rows(2, 1_000);
    put(rows, 0, "a");
    MemoryBatch other = MemoryBatch.row(schema(field("id", Primitive.LONG)), 1L);

    assertThatThrownBy(() -> rows.put(1, other, 0)).isInstanceOf(IllegalStateException.class);
  }

  /** Rows of 21 to 2,021 bytes, 20 MB in all, some of 300 KB. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1 << 10, 1 << 18, 10 << 20})
  void neverMoreIsAllocatedThanMayBe(long maxBytes) {
    int count = maxBytes < 1 << 18 ? 300 : 20_000;
    Random random = new Random(3);
    String[] names =
        IntStream.range(0, count)
            .mapToObj(i -> "n".repeat(i % 4_000 == 7 ? 300_000 : random.nextInt(2_000)))
            .toArray(String[]::new);
    List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(order, random);
    PreimageBuffer rows = rows(count, maxBytes);
    long most = Math.max(maxBytes, ROW + 300_000L) + PAGE;

    int reads = 0;
    int next = 0;
    do {
      for (int number : order) {
        put(rows, number, names[number]);
        assertThat(rows.allocated()).isLessThanOrEqualTo(most);
      }
      reads++;
      while (next < count && rows.find(next)) {
        assertThat(name(rows, next)).isEqualTo(names[next]);
        next++;
      }
      if (next < count) {
        rows.startNextWindow();
      }
    } while (next < count);

    long total = IntStream.range(0, count).mapToLong(i -> ROW + names[i].length()).sum();
    assertThat(reads)
        .as("each but the last holds more than half, or one row")
        .isLessThanOrEqualTo((int) Math.min(count + 1L, 2 + 2 * total / Math.max(1, maxBytes)));
    rows.clear();
    assertThat(rows.allocated()).isLessThanOrEqualTo(PAGE);
  }
}
