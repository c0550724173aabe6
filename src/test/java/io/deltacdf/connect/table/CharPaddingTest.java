package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CharPaddingTest {
  private static final StructType STRUCT =
      new StructType()
          .add("i", IntegerType.INTEGER)
          .add("c", StringType.STRING)
          .add("a", new ArrayType(StringType.STRING, true));

  private static ReadTransform form(DataType type, String declared) {
    FieldMetadata metadata =
        FieldMetadata.builder().putString("__CHAR_VARCHAR_TYPE_STRING", declared).build();
    return CharPadding.of(new StructField("x", type, true, metadata));
  }

  @Test
  void columnsAndTheirPartsArePaddedAsDeclared() {
    assertThat(form(StringType.STRING, "char(5)").charLength()).isEqualTo(5);
    assertThat(form(StringType.STRING, "varchar(5)")).isEqualTo(ReadTransform.PLAIN);
    assertThat(form(new ArrayType(StringType.STRING, true), "array<char(3)>").part(0).charLength())
        .isEqualTo(3);
    ReadTransform map =
        form(
            new MapType(StringType.STRING, new ArrayType(StringType.STRING, true), true),
            "map<char(2),array<char(4)>>");
    assertThat(map.part(0).charLength()).isEqualTo(2);
    assertThat(map.part(1).part(0).charLength()).isEqualTo(4);
  }

  @Test
  void fieldsOfStructsAreTakenByPosition() {
    ReadTransform struct =
        form(STRUCT, "struct<old:decimal(10,2),before:char(3),a:array<char(1)>>");

    assertThat(struct.part(0)).isEqualTo(ReadTransform.PLAIN);
    assertThat(struct.part(1).charLength()).isEqualTo(3);
    assertThat(struct.part(2).part(0).charLength()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "struct<i:int,c:char(3)>",
        "struct<i:int,c:char(3),a:array<char(1)>,d:char(1)>",
        "struct<i:int,c:char(3),a:map<string,char(1)>>",
        "struct<i:int,c:char(3),a:array<char(1)>",
        "struct<int,char(3),array<char(1)>>",
        "struct<",
        "char(3)",
        ""
      })
  void aNoteThatDoesNotFitTheColumnPadsNothing(String declared) {
    assertThat(form(STRUCT, declared)).isEqualTo(ReadTransform.PLAIN);
  }

  @Test
  void lengthsAreInCharacters() {
    assertThat(padded("für😀", 6)).isEqualTo("für😀  ");
    assertThat(padded("abc", 3)).isEqualTo("abc");
    assertThat(padded("abcd", 3)).isEqualTo("abcd");
    assertThat(padded("", 2)).isEqualTo("  ");
    assertThat(CharPadding.pad(null, 2)).isNull();
  }

  @Test
  void aTypeWithoutPaddedPartsIsPlain() {
    assertThat(ReadTransform.of(List.of(ReadTransform.PLAIN, ReadTransform.PLAIN)).part(7))
        .isEqualTo(ReadTransform.PLAIN);
  }

  private static String padded(String text, int length) {
    return new String(
        CharPadding.pad(text.getBytes(StandardCharsets.UTF_8), length), StandardCharsets.UTF_8);
  }
}
