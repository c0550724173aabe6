package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.InputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that structs, arrays and maps are assembled from their levels. */
class NestedColumnsTest {
  @TempDir Path dir;

  private InputFile file(String schema, int rows, BiConsumer<Group, Integer> fill) {
    return FileWriter.write(
        dir.resolve("f.parquet"), schema, rows, b -> b.withPageRowCountLimit(7), fill);
  }

  private static RequestedColumn ints(String name) {
    return Requests.of(name, INTEGER);
  }

  @Test
  void aStructWithNullFieldsIsNotNull() {
    InputFile file =
        file(
            "message m { optional group s { optional int32 a; optional group t { optional int32 b;"
                + " required int32 c; } } }",
            4,
            (row, i) -> {
              switch (i) {
                case 1 -> row.addGroup("s");
                case 2 -> row.addGroup("s").addGroup("t").append("c", 5);
                case 3 ->
                    row.addGroup("s").append("a", 1).addGroup("t").append("b", 2).append("c", 3);
                default -> {}
              }
            });

    RequestedColumn t = Requests.struct("t", ints("b"), ints("c"));
    assertThat(FileRows.column(file, Requests.struct("s", ints("a"), t)))
        .isEqualTo(
            asList(
                null, asList(null, null), asList(null, asList(null, 5)), asList(1, asList(2, 3))));
  }

  @Test
  void fieldsOfNullStructsAreNull() throws Exception {
    InputFile file =
        file(
            "message m { optional group s { required int32 a; } }",
            2,
            (row, i) -> {
              if (i == 1) {
                row.addGroup("s").append("a", 7);
              }
            });
    try (ColumnarFile opened =
        ColumnarFile.open(
            file,
            new Footers(new org.apache.hadoop.conf.Configuration(false)),
            List.of(Requests.struct("s", ints("a"))),
            FileRows.NO_VARIANTS,
            RowFilter.ALL)) {
      assertThat(opened.next()).isTrue();
      assertThat(opened.column(0).isNullAt(0)).isTrue();
      assertThat(opened.column(0).fieldAt(0).isNullAt(0)).isTrue();
      assertThat(opened.column(0).fieldAt(0).intAt(1)).isEqualTo(7);
    }
  }

  @Test
  void nullArraysEmptyArraysAndArraysOfNullsAreDistinguished() {
    InputFile file =
        file(
            "message m { optional group l (LIST) { repeated group list { optional int32 element; }"
                + " } }",
            5,
            (row, i) -> {
              if (i > 0) {
                Group list = row.addGroup("l");
                if (i == 2) {
                  list.addGroup("list");
                } else if (i == 3) {
                  list.addGroup("list").append("element", 1);
                  list.addGroup("list");
                  list.addGroup("list").append("element", 3);
                } else if (i == 4) {
                  list.addGroup("list").append("element", 4);
                }
              }
            });

    for (int batchRows : new int[] {1, 2, 3, 100}) {
      assertThat(FileRows.read(file, batchRows, Requests.array("l", ints("element"))))
          .isEqualTo(
              asList(
                  asList((Object) null),
                  List.of(List.of()),
                  List.of(asList((Object) null)),
                  List.of(asList(1, null, 3)),
                  List.of(List.of(4))));
    }
  }

  @Test
  void twoLevelListsAreRead() {
    assertThat(
            twoLevelList(
                "optional group l (LIST) { repeated int32 element; }",
                (list, value) -> list.append("element", value),
                ints("element")))
        .isEqualTo(List.of(List.of(0), List.of(10, 11)));
    assertThat(
            twoLevelList(
                "optional group l (LIST) { repeated group array { optional int32 a; } }",
                (list, value) -> list.addGroup("array").append("a", value),
                Requests.struct("array", ints("a"))))
        .isEqualTo(List.of(List.of(List.of(0)), List.of(List.of(10), List.of(11))));
    assertThat(
            twoLevelList(
                "optional group l (LIST) { repeated group l_tuple { optional int32 a; } }",
                (list, value) -> list.addGroup("l_tuple").append("a", value),
                Requests.struct("array", ints("a"))))
        .isEqualTo(List.of(List.of(List.of(0)), List.of(List.of(10), List.of(11))));
    assertThat(
            twoLevelList(
                "optional group l { repeated group bag { optional int32 a; optional int32 b; } }",
                (list, value) -> list.addGroup("bag").append("a", value),
                Requests.struct("array", ints("b"), ints("a"))))
        .isEqualTo(List.of(List.of(asList(null, 0)), List.of(asList(null, 10), asList(null, 11))));
    assertThat(
            twoLevelList(
                "optional group l (LIST) { repeated group array { optional int32 a; } }",
                (list, value) -> list.addGroup("array").append("a", value),
                ints("element")))
        .isEqualTo(List.of(List.of(0), List.of(10, 11)));
  }

  /** Reads a list with one element in the first row and two in the second. */
  private List<Object> twoLevelList(
      String list, BiConsumer<Group, Integer> add, RequestedColumn element) {
    InputFile file =
        file(
            "message m { " + list + " }",
            2,
            (row, i) -> {
              Group group = row.addGroup("l");
              IntStream.rangeClosed(0, i).forEach(n -> add.accept(group, i * 10 + n));
            });
    return FileRows.column(file, Requests.array("l", element));
  }

  @Test
  void aRepeatedFieldWithoutAListIsAnArray() {
    InputFile file =
        file(
            "message m { repeated int32 l; optional group s { repeated binary t (STRING); } }",
            3,
            (row, i) -> {
              IntStream.range(0, i).forEach(n -> row.add("l", n));
              if (i > 0) {
                Group s = row.addGroup("s");
                IntStream.range(1, i).forEach(n -> s.add("t", "t" + n));
              }
            });

    assertThat(
            FileRows.read(
                file,
                2,
                Requests.array("l", ints("element")),
                Requests.struct("s", Requests.array("t", Requests.of("element", STRING)))))
        .isEqualTo(
            List.of(
                asList(List.of(), null),
                asList(List.of(0), List.of(List.of())),
                asList(List.of(0, 1), List.of(List.of("t1")))));
  }

  @Test
  void keysAndValuesOfMapsCanHaveAnyName() {
    for (String map :
        List.of(
            "optional group m (MAP) { repeated group key_value { required binary key (STRING);"
                + " optional int32 value; } }",
            "optional group m (MAP_KEY_VALUE) { repeated group map { required binary key (STRING);"
                + " optional int32 value; } }",
            "optional group m (MAP) { repeated group entries { required binary k (STRING);"
                + " optional int32 v; } }")) {
      InputFile file =
          file(
              "message r { " + map + " }",
              4,
              (row, i) -> {
                if (i > 0) {
                  Group entries = row.addGroup("m");
                  for (int n = 1; n < i; n++) {
                    Group entry = entries.addGroup(0);
                    entry.add(0, "k" + n);
                    if (n > 1) {
                      entry.add(1, n);
                    }
                  }
                }
              });

      Map<Object, Object> last = new LinkedHashMap<>();
      last.put("k1", null);
      last.put("k2", 2);
      Map<Object, Object> first = new LinkedHashMap<>();
      first.put("k1", null);
      assertThat(
              FileRows.column(file, Requests.map("m", Requests.of("key", STRING), ints("value"))))
          .isEqualTo(asList(null, Map.of(), first, last));
    }
  }

  @Test
  void aStructWithoutAnyRequestedFieldIsNullWhereTheFileSaysSo() {
    InputFile file =
        file(
            "message m { optional group s { optional int32 a; } optional group l (LIST) { repeated"
                + " group list { optional group element { optional int32 a; } } } }",
            3,
            (row, i) -> {
              if (i > 0) {
                row.addGroup("s");
                Group list = row.addGroup("l");
                IntStream.range(1, i)
                    .forEach(n -> list.addGroup("list").addGroup("element").append("a", n));
              }
            });

    RequestedColumn added = Requests.struct("s", ints("added"));
    assertThat(FileRows.read(file, 2, added, Requests.array("l", added)))
        .isEqualTo(
            List.of(
                asList(null, null),
                asList(asList((Object) null), List.of()),
                asList(asList((Object) null), List.of(asList((Object) null)))));
  }

  @Test
  void columnsNestedDifferentlyThanRequestedAreUnreadable() {
    InputFile file =
        file(
            "message m { required int32 a; required group s { required int32 a; } }",
            1,
            (row, i) -> {
              row.add("a", 1);
              row.addGroup("s").add("a", 1);
            });

    assertUnreadable(file, Requests.struct("a", ints("b")), "'a'", "int32 a", "Struct");
    assertUnreadable(file, Requests.array("a", ints("b")), "'a'", "int32 a", "Array");
    assertUnreadable(file, Requests.map("a", ints("k"), ints("v")), "'a'", "int32 a", "Map");
    assertUnreadable(file, ints("s"), "'s'", "group s", "INTEGER");
    assertUnreadable(file, Requests.array("s", ints("b")), "'s'", "group s", "Array");
  }

  private static void assertUnreadable(InputFile file, RequestedColumn requested, String... texts) {
    assertThatThrownBy(() -> FileRows.column(file, requested))
        .isInstanceOf(UnreadableColumnException.class)
        .hasMessageContainingAll(texts);
  }

  private static final String DEEP =
      """
      message m {
        optional group s {
          optional group maps (MAP) {
            repeated group key_value {
              required binary key (STRING);
              optional group value (LIST) {
                repeated group list {
                  optional group element {
                    optional group inner (LIST) {
                      repeated group list { optional int32 element; }
                    }
                    optional binary text (STRING);
                  }
                }
              }
            }
          }
          optional int32 after;
        }
      }
      """;

  private static final RequestedColumn DEEP_COLUMN =
      Requests.struct(
          "s",
          Requests.map(
              "maps",
              Requests.of("key", STRING),
              Requests.array(
                  "value",
                  Requests.struct(
                      "element",
                      Requests.array("inner", ints("element")),
                      Requests.of("text", STRING)))),
          ints("after"));

  /** Writes rows of random sizes, some of which span pages. One in four values is null. */
  @ParameterizedTest
  @EnumSource(WriterVersion.class)
  void valuesNestedAtAnyDepthAreReadInRowsOfAnySize(WriterVersion version) {
    Random random = new Random(3);
    List<List<Object>> rows = new ArrayList<>();
    InputFile file =
        FileWriter.write(
            dir.resolve("f.parquet"),
            DEEP,
            700,
            builder ->
                builder
                    .withWriterVersion(version)
                    .withPageSize(64)
                    .withMinRowCountForPageSizeCheck(1)
                    .withMaxRowCountForPageSizeCheck(5)
                    .withRowGroupRowCountLimit(300),
            (row, i) -> rows.add(asList(struct(random, row))));

    for (int batchRows : new int[] {1, 2, 3, 7, 1_024}) {
      assertThat(FileRows.read(file, batchRows, DEEP_COLUMN)).isEqualTo(rows);
    }
    RowFilter everyThird = (from, to) -> from % 3 == 0;
    assertThat(FileRows.read(file, 1, everyThird, DEEP_COLUMN))
        .isEqualTo(IntStream.range(0, 700).filter(i -> i % 3 == 0).mapToObj(rows::get).toList());
  }

  private static <T> T orNull(Random random, Supplier<T> value) {
    return random.nextInt(4) == 0 ? null : value.get();
  }

  private static Object struct(Random random, Group row) {
    return orNull(
        random,
        () -> {
          Group s = row.addGroup("s");
          Object maps = orNull(random, () -> maps(random, s.addGroup("maps")));
          Integer after = orNull(random, () -> random.nextInt(9));
          if (after != null) {
            s.add("after", after);
          }
          return asList(maps, after);
        });
  }

  private static Object maps(Random random, Group maps) {
    Map<Object, Object> values = new LinkedHashMap<>();
    int size = random.nextInt(random.nextInt(10) == 0 ? 40 : 4);
    for (int i = 0; i < size; i++) {
      Group entry = maps.addGroup("key_value");
      String key = "k" + i;
      entry.add("key", key);
      values.put(key, orNull(random, () -> elements(random, entry.addGroup("value"))));
    }
    return values;
  }

  private static Object elements(Random random, Group list) {
    List<Object> values = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      Group element = list.addGroup("list");
      values.add(orNull(random, () -> element(random, element.addGroup("element"))));
    }
    return values;
  }

  private static Object element(Random random, Group element) {
    Object inner = orNull(random, () -> inner(random, element.addGroup("inner")));
    String text = orNull(random, () -> "t" + random.nextInt(5));
    if (text != null) {
      element.add("text", text);
    }
    return asList(inner, text);
  }

  private static Object inner(Random random, Group list) {
    List<Object> values = new ArrayList<>();
    int size = random.nextInt(4);
    for (int i = 0; i < size; i++) {
      Group element = list.addGroup("list");
      Integer value = orNull(random, () -> random.nextInt());
      if (value != null) {
        element.add("element", value);
      }
      values.add(value);
    }
    return values;
  }
}
