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

  /** The bytes that a row takes without its name. */
  private static final int ROW = 4 + 9 + 8;

  private static PreimageBuffer buffer(int count, long maxBytes) {
    return new PreimageBuffer(count, ChangeTexts.keyFirst(1), maxBytes);
  }

  private static void put(PreimageBuffer buffer, int number, String name) {
    buffer.put(number, MemoryBatch.row(SCHEMA, (long) number, name), 0);
  }

  private static String name(PreimageBuffer buffer, int number) {
    ColumnBatch batch = buffer.window();
    assertThat(batch.column(0).longAt(buffer.row(number))).isEqualTo(number);
    return batch.column(1).stringAt(buffer.row(number));
  }

  @Test
  void buffersAllPreimagesIfTheyFit() {
    PreimageBuffer buffer = buffer(4, 3 * (ROW + 1));
    put(buffer, 2, "c");
    put(buffer, 0, "a");
    put(buffer, 3, "d");

    assertThat(buffer.find(0)).isTrue();
    assertThat(name(buffer, 0)).isEqualTo("a");
    assertThat(buffer.find(2)).isTrue();
    assertThat(name(buffer, 2)).isEqualTo("c");
    assertThat(buffer.find(3)).isTrue();
    assertThat(buffer.isMissing()).isFalse();
    assertThat(buffer.window().schema()).isEqualTo(SCHEMA);
    assertThat(buffer.window().size()).isEqualTo(4);
    assertThat(buffer.window().isSelected(1)).isFalse();
    assertThat(buffer.window().isSelected(2)).isTrue();
    assertThat(buffer.window().changeType(2)).isEqualTo(ChangeType.UPDATE_PREIMAGE);
  }

  @Test
  void buffersOneWindowAtATimeIfNotAllPreimagesFit() {
    PreimageBuffer buffer = buffer(6, 2 * (ROW + 1));
    List<Integer> order = List.of(5, 1, 0, 3, 2);
    order.forEach(number -> put(buffer, number, "x" + (number == 5 ? "long" : "")));

    // There is no preimage 4, because its row is unchanged.
    assertThat(buffer.find(1)).as("the first one looked up need not be 0").isFalse();
    assertThat(buffer.isMissing()).isTrue();
    buffer.startNextWindow();
    assertThat(buffer.isMissing()).isFalse();
    order.forEach(number -> put(buffer, number, "x"));
    assertThat(buffer.find(1)).isTrue();
    assertThat(buffer.find(2)).isTrue();
    assertThat(name(buffer, 2)).isEqualTo("x");
    assertThat(buffer.window().size()).isEqualTo(2);

    assertThat(buffer.find(3)).isFalse();
    buffer.startNextWindow();
    order.forEach(number -> put(buffer, number, "x"));
    assertThat(buffer.find(3)).isTrue();
    assertThat(buffer.window().size()).as("4 takes no bytes").isEqualTo(2);
    assertThat(name(buffer, 3)).isEqualTo("x");

    assertThat(buffer.find(5)).isFalse();
    buffer.startNextWindow();
    order.forEach(number -> put(buffer, number, "x"));
    assertThat(buffer.find(5)).as("larger than allowed, but buffered alone").isTrue();
    assertThat(name(buffer, 5)).isEqualTo("x");
  }

  @Test
  void aPreimageThatWasNotPutAtFirstIsNotBufferedLater() {
    PreimageBuffer buffer = buffer(4, 2 * (ROW + 1));
    List.of(0, 1, 3).forEach(number -> put(buffer, number, "x"));
    assertThat(buffer.find(0)).isFalse();
    buffer.startNextWindow();
    List.of(0, 1, 2, 3).forEach(number -> put(buffer, number, "x"));

    assertThat(buffer.window().size()).isEqualTo(3);
    assertThat(buffer.window().isSelected(1)).isTrue();
    assertThat(buffer.window().isSelected(2)).isFalse();
  }

  @Test
  void findsNoPreimageThatWasNotPut() {
    PreimageBuffer buffer = buffer(3, 1_000);
    put(buffer, 0, "a");
    put(buffer, 2, "c");
    assertThatThrownBy(() -> buffer.find(1)).isInstanceOf(IllegalStateException.class);

    PreimageBuffer small = buffer(3, 0);
    put(small, 0, "a");
    put(small, 1, "b");
    assertThat(small.find(1)).isFalse();
    small.startNextWindow();
    put(small, 1, "b");
    assertThat(small.find(1)).isTrue();
    assertThatThrownBy(() -> small.find(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void takesOnlyPreimagesOfOneSchema() {
    PreimageBuffer buffer = buffer(2, 1_000);
    put(buffer, 0, "a");
    MemoryBatch other = MemoryBatch.row(schema(field("id", Primitive.LONG)), 1L);

    assertThatThrownBy(() -> buffer.put(1, other, 0)).isInstanceOf(IllegalStateException.class);
  }

  /** Rows of 21 to 2,021 bytes, 20 MB in all, some of 300 KB. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1 << 10, 1 << 18, 10 << 20})
  void allocatesNoMoreThanAllowed(long maxBytes) {
    int count = maxBytes < 1 << 18 ? 300 : 20_000;
    Random random = new Random(3);
    String[] names =
        IntStream.range(0, count)
            .mapToObj(i -> "n".repeat(i % 4_000 == 7 ? 300_000 : random.nextInt(2_000)))
            .toArray(String[]::new);
    List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(order, random);
    PreimageBuffer buffer = buffer(count, maxBytes);
    long most = Math.max(maxBytes, ROW + 300_000L) + PAGE;

    int reads = 0;
    int next = 0;
    do {
      for (int number : order) {
        put(buffer, number, names[number]);
        assertThat(buffer.allocated()).isLessThanOrEqualTo(most);
      }
      reads++;
      while (next < count && buffer.find(next)) {
        assertThat(name(buffer, next)).isEqualTo(names[next]);
        next++;
      }
      if (next < count) {
        buffer.startNextWindow();
      }
    } while (next < count);

    long total = IntStream.range(0, count).mapToLong(i -> ROW + names[i].length()).sum();
    assertThat(reads)
        .as("each window but the last is more than half full, or has one row")
        .isLessThanOrEqualTo((int) Math.min(count + 1L, 2 + 2 * total / Math.max(1, maxBytes)));
    buffer.clear();
    assertThat(buffer.allocated()).isLessThanOrEqualTo(PAGE);
  }
}
