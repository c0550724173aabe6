package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedTypesTest {
  @Test
  void theTextOfASchemaCanBeRead() {
    TableSchema schema =
        schema(
            field("id", Primitive.LONG),
            field("a b,`c`", decimal(10, 2)),
            field("größe", struct(field("<x>", array(struct(field("y", Primitive.DATE)))))),
            field("m", map(Primitive.STRING, map(Primitive.INTEGER, Primitive.TIMESTAMP_NTZ))),
            field("v", Primitive.VARIANT));

    String text = PublishedTypes.text(schema).orElseThrow();

    assertThat(text)
        .isEqualTo(
            "id long,`a b,``c``` decimal(10,2),`größe` struct<`<x>` array<struct<y date>>>,"
                + "m map<string,map<integer,timestamp_ntz>>,v variant");
    assertThat(PublishedTypes.parse(text)).contains(schema);
  }

  @Test
  void everyTypeCanBeRead() {
    Field[] fields =
        Arrays.stream(Primitive.values())
            .map(type -> field(type.name(), type))
            .toArray(Field[]::new);

    assertThat(PublishedTypes.text(schema(fields)).flatMap(PublishedTypes::parse))
        .contains(schema(fields));
  }

  @Test
  void aLongTextIsLeftOut() {
    Field[] fields = new Field[3000];
    Arrays.setAll(fields, i -> field("a_long_name_of_a_column_" + i, Primitive.STRING));

    assertThat(PublishedTypes.text(schema(fields))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "id",
        "id ",
        "id long,",
        "id long x",
        "`id long",
        "id decimal(x,1)",
        "id set",
        "id array<long",
        "id map<long>",
        "id struct<a>",
        " id long"
      })
  void anyOtherTextIsIgnored(String text) {
    assertThat(PublishedTypes.parse(text)).isEmpty();
  }
}
