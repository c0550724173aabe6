package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.DataType;
import io.deltacdf.connect.table.DataType.Primitive;
import io.deltacdf.connect.table.TableSchema;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Column names that Avro does not know, and structures inside structures. */
class NameCasesTest {
  private static final List<String> ODD =
      List.of("id.num", "id.num`s", "field.one", "1st", "größe", "a b", "@x", "/VSO/x");
  private static final Map<String, List<String>> ADJUSTED =
      Map.of(
          "none",
          ODD,
          "avro",
          List.of("id_num", "id_num_s", "field_one", "_1st", "gr__e", "a_b", "_x", "_VSO_x"),
          "avro_unicode",
          List.of(
              "id_u002enum",
              "id_u002enum_u0060s",
              "field_u002eone",
              "_u0031st",
              "gr_u00f6_u00dfe",
              "a_u0020b",
              "_u0040x",
              "_u002fVSO_u002fx"));

  @ParameterizedTest
  @ValueSource(strings = {"none", "avro", "avro_unicode"})
  void C62_valuesStandUnderTheAdjustedNames(String mode) {
    io.deltacdf.connect.table.Field[] columns =
        ODD.stream()
            .map(name -> field(name, Primitive.STRING))
            .toArray(io.deltacdf.connect.table.Field[]::new);
    Object[] values = ODD.stream().map(name -> "value of " + name).toArray();

    // A key column of an odd name is found by the name that it has in the table.
    Struct row =
        (Struct)
            new RecordFixture("id.num", "field.name.adjustment.mode", mode)
                .create(schema(columns), values)
                .value();

    List<String> names = ADJUSTED.get(mode);
    for (int i = 0; i < ODD.size(); i++) {
      assertThat(row.get(names.get(i))).as(names.get(i)).isEqualTo("value of " + ODD.get(i));
    }
    assertThat(row.schema().fields().subList(0, ODD.size()).stream().map(Field::name))
        .isEqualTo(names);
  }

  @Test
  void C64_structuresOfOneNameHaveNamesOfTheirOwnThatStayOverVersions() {
    DataType inner = struct(field("s", Primitive.LONG));
    TableSchema before =
        schema(
            field("id", Primitive.LONG),
            field("s", struct(field("s", inner))),
            field("t", struct(field("s", struct(field("x", Primitive.STRING))))));
    TableSchema after =
        schema(
            field("new", Primitive.STRING),
            field("id", Primitive.LONG),
            field("t", struct(field("s", struct(field("x", Primitive.STRING))))),
            field("s", struct(field("s", inner), field("more", Primitive.LONG))));
    RecordFixture fixture = new RecordFixture("id");

    Struct first =
        (Struct) fixture.create(before, 1L, asList(asList(7L)), asList(asList("y"))).value();
    Struct second =
        (Struct)
            fixture.create(after, "n", 1L, asList(asList("y")), asList(asList(8L), null)).value();

    for (Struct row : List.of(first, second)) {
      Schema s = row.schema().field("s").schema();
      Schema t = row.schema().field("t").schema();
      assertThat(s.name()).isEqualTo("shop.orders.Value.s");
      assertThat(s.field("s").schema().name()).isEqualTo("shop.orders.Value.s.s");
      assertThat(t.name()).isEqualTo("shop.orders.Value.t");
      assertThat(t.field("s").schema().name()).isEqualTo("shop.orders.Value.t.s");
    }
    assertThat(second.getStruct("s").getStruct("s").get("s")).isEqualTo(8L);
  }
}
