package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists whose repeated field is itself marked as a list or a map, and so is the element. */
class ListElementsTest {
  private static final RequestedColumn ELEMENT = Requests.of("element", INTEGER);

  @TempDir Path dir;

  @Test
  void anElementMayBeARepeatedList() {
    HandMadePages pages =
        new HandMadePages(
                "message m { optional group l (LIST) { repeated group array (LIST) { repeated group"
                    + " list { optional int32 element; } } } }",
                2)
            .ints(0, new int[] {0, 2, 1, 1, 0}, new int[] {4, 3, 2, 4, 0}, 1, 2);

    assertThat(
            FileRows.column(
                pages.write(dir.resolve("f.parquet")),
                Requests.array("l", Requests.array("element", ELEMENT))))
        .containsExactly(List.of(Arrays.asList(1, null), List.of(), List.of(2)), null);
  }

  @Test
  void anElementMayBeARepeatedMap() {
    HandMadePages pages =
        new HandMadePages(
                "message m { optional group l (LIST) { repeated group array (MAP) { repeated group"
                    + " key_value { required int32 key; optional int32 value; } } } }",
                1)
            .ints(0, new int[] {0, 1, 2}, new int[] {2, 3, 3}, 1, 2)
            .ints(1, new int[] {0, 1, 2}, new int[] {2, 4, 4}, 7, 8);

    assertThat(
            FileRows.column(
                pages.write(dir.resolve("f.parquet")),
                Requests.array(
                    "l",
                    Requests.map(
                        "element", Requests.of("key", INTEGER), Requests.of("value", INTEGER)))))
        .containsExactly(List.of(Map.of(), Map.of(1, 7, 2, 8)));
  }
}
