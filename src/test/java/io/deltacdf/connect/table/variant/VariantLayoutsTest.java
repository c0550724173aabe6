package io.deltacdf.connect.table.variant;

import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static io.deltacdf.connect.table.column.DataType.Primitive.VARIANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.parquet.ColumnarFile;
import io.deltacdf.connect.table.parquet.FileWriter;
import io.deltacdf.connect.table.parquet.Footers;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import io.deltacdf.connect.table.parquet.RowFilter;
import io.deltacdf.connect.table.parquet.UnreadableColumnException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Variants are found in a file by the rules that hold for all other columns. */
class VariantLayoutsTest {
  private static final String GROUP = " { required binary metadata; required binary value; }";
  private static final byte INT8 = 12;
  private static final RequestedColumn ELEMENT = RequestedColumn.named("element", VARIANT);

  @TempDir Path dir;

  private InputFile file(String fields, Consumer<Group> row) {
    return FileWriter.write(
        dir.resolve("f.parquet"),
        "message m { " + fields + " }",
        1,
        builder -> builder,
        (group, i) -> row.accept(group));
  }

  private static void fill(Group variant, int value) {
    variant
        .append("metadata", Binary.fromConstantByteArray(new byte[] {1, 0, 0}))
        .append("value", Binary.fromConstantByteArray(new byte[] {INT8, (byte) value}));
  }

  /** Reads a value of the first row. */
  private static <T> T read(
      InputFile file, RequestedColumn requested, BiFunction<Column, Integer, T> value)
      throws IOException {
    try (ColumnarFile opened =
        ColumnarFile.open(
            file,
            new Footers(new Configuration(false)),
            List.of(requested),
            new VariantLayouts(
                e -> {
                  throw e;
                }),
            RowFilter.ALL)) {
      assertThat(opened.next()).isTrue();
      return value.apply(opened.column(0), 0);
    }
  }

  private static List<String> array(InputFile file) throws IOException {
    RequestedColumn requested =
        new RequestedColumn(
            "a", RequestedColumn.NO_ID, new DataType.Array(VARIANT, true), List.of(ELEMENT), false);
    return read(
        file,
        requested,
        (column, row) -> {
          Column.ArrayView view = column.arrayAt(row);
          return texts(view.elements(), view.size());
        });
  }

  private static List<String> texts(Column column, int size) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      texts.add(column.isNullAt(i) ? "null" : column.stringAt(i));
    }
    return texts;
  }

  @Test
  void arraysInTwoLevelListsAreRead() throws IOException {
    InputFile file =
        file(
            "optional group a (LIST) { repeated group array" + GROUP + " }",
            row -> {
              Group list = row.addGroup("a");
              fill(list.addGroup("array"), 1);
              fill(list.addGroup("array"), 2);
            });

    assertThat(array(file)).containsExactly("1", "2");
  }

  @Test
  void arraysInRepeatedFieldsWithoutAListAreRead() throws IOException {
    InputFile file =
        file(
            "repeated group a" + GROUP,
            row -> {
              fill(row.addGroup("a"), 1);
              fill(row.addGroup("a"), 2);
            });

    assertThat(array(file)).containsExactly("1", "2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list element", "bag array_element", "array element", "a_tuple item"})
  void arraysInThreeLevelListsAreReadWhateverTheirNames(String names) throws IOException {
    String repeated = names.split(" ")[0];
    String element = names.split(" ")[1];
    InputFile file =
        file(
            "optional group a (LIST) { repeated group "
                + repeated
                + " { optional group "
                + element
                + GROUP
                + " } }",
            row -> {
              Group list = row.addGroup("a");
              fill(list.addGroup(repeated).addGroup(element), 1);
              list.addGroup(repeated);
            });

    assertThat(array(file)).containsExactly("1", "null");
  }

  @Test
  void mapsAreReadWhateverTheirNames() throws IOException {
    InputFile file =
        file(
            "optional group m (MAP_KEY_VALUE) { repeated group map { required binary k (STRING);"
                + " optional group v"
                + GROUP
                + " } }",
            row -> {
              Group map = row.addGroup("m");
              fill(map.addGroup("map").append("k", "x").addGroup("v"), 1);
              map.addGroup("map").append("k", "y");
            });
    RequestedColumn requested =
        new RequestedColumn(
            "m",
            RequestedColumn.NO_ID,
            new DataType.Map(STRING, VARIANT, true),
            List.of(RequestedColumn.named("key", STRING), RequestedColumn.named("value", VARIANT)),
            false);

    List<String> entries =
        read(
            file,
            requested,
            (column, row) -> {
              Column.MapView view = column.mapAt(row);
              List<String> texts = texts(view.keys(), view.size());
              texts.addAll(texts(view.values(), view.size()));
              return texts;
            });

    assertThat(entries).containsExactly("x", "y", "1", "null");
  }

  @Test
  void shreddedVariantsAreAssembled() throws IOException {
    InputFile file =
        file(
            """
            optional group v {
              required binary metadata;
              optional binary value;
              optional group typed_value {
                required group a { optional binary value; optional int64 typed_value; }
                required group b {
                  optional binary value;
                  optional group typed_value (LIST) {
                    repeated group list {
                      required group element {
                        optional binary value;
                        optional binary typed_value (STRING);
                      }
                    }
                  }
                }
              }
            }
            """,
            row -> {
              byte[] names = {1, 2, 0, 1, 2, 'a', 'b'};
              Group variant =
                  row.addGroup("v").append("metadata", Binary.fromConstantByteArray(names));
              Group object = variant.addGroup("typed_value");
              object.addGroup("a").append("typed_value", 7L);
              Group list = object.addGroup("b").addGroup("typed_value");
              list.addGroup("list").addGroup("element").append("typed_value", "x");
              list.addGroup("list")
                  .addGroup("element")
                  .append("value", Binary.fromConstantByteArray(new byte[] {INT8, 8}));
            });

    assertThat(read(file, RequestedColumn.named("v", VARIANT), Column::stringAt))
        .isEqualTo("{\"a\":7,\"b\":[\"x\",8]}");
  }

  @Test
  void aNameInAnotherCaseIsFound() throws IOException {
    InputFile file = file("optional group V" + GROUP, row -> fill(row.addGroup("V"), 1));

    assertThat(read(file, RequestedColumn.named("v", VARIANT), Column::stringAt)).isEqualTo("1");
  }

  @Test
  void aFieldWithAnotherIdIsNotFoundByItsName() throws IOException {
    InputFile file =
        file(
            "optional group v = 7 { required binary metadata; required binary value; }",
            row -> fill(row.addGroup("v"), 1));

    assertThat(read(file, withId(7), Column::isNullAt)).isFalse();
    assertThat(read(file, withId(8), Column::isNullAt)).isTrue();
    assertThat(read(file, withId(RequestedColumn.NO_ID), Column::isNullAt)).isFalse();
  }

  private static RequestedColumn withId(int id) {
    return new RequestedColumn("v", id, VARIANT, List.of(), false);
  }

  @Test
  void aColumnOfAnotherTypeCannotBeReadAsVariants() {
    InputFile file = file("required int32 v;", row -> row.append("v", 1));

    assertThatThrownBy(() -> read(file, RequestedColumn.named("v", VARIANT), Column::isNullAt))
        .isInstanceOf(UnreadableColumnException.class)
        .hasMessageContaining("'v'");
  }
}
