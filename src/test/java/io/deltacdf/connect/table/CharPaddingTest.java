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

  private static CharPadding padding(DataType type, String declared) {
    FieldMetadata metadata =
        FieldMetadata.builder().putString("__CHAR_VARCHAR_TYPE_STRING", declared).build();
    return DeclaredType.paddingOf(new StructField("x", type, true, metadata));
  }

  @Test
  void columnsAndTheirPartsArePaddedToTheDeclaredLength() {
    assertThat(padding(StringType.STRING, "char(5)").length()).isEqualTo(5);
    assertThat(padding(StringType.STRING, "varchar(5)")).isEqualTo(CharPadding.NONE);
    assertThat(padding(new ArrayType(StringType.STRING, true), "array<char(3)>").part(0).length())
        .isEqualTo(3);
    CharPadding map =
        padding(
            new MapType(StringType.STRING, new ArrayType(StringType.STRING, true), true),
            "map<char(2),array<char(4)>>");
    assertThat(map.part(0).length()).isEqualTo(2);
    assertThat(map.part(1).part(0).length()).isEqualTo(4);
  }

  @Test
  void structFieldsAreMatchedByOrdinal() {
    CharPadding struct =
        padding(STRUCT, "struct<old:decimal(10,2),before:char(3),a:array<char(1)>>");

    assertThat(struct.part(0)).isEqualTo(CharPadding.NONE);
    assertThat(struct.part(1).length()).isEqualTo(3);
    assertThat(struct.part(2).part(0).length()).isEqualTo(1);
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
  void aDeclaredTypeThatDoesNotMatchTheColumnPadsNothing(String declared) {
    assertThat(padding(STRUCT, declared)).isEqualTo(CharPadding.NONE);
  }

  @Test
  void lengthsAreCountedInCharacters() {
    assertThat(padded("für😀", 6)).isEqualTo("für😀  ");
    assertThat(padded("abc", 3)).isEqualTo("abc");
    assertThat(padded("abcd", 3)).isEqualTo("abcd");
    assertThat(padded("", 2)).isEqualTo("  ");
  }

  @Test
  void aTypeWithoutPaddedPartsIsNotPadded() {
    assertThat(CharPadding.ofParts(List.of(CharPadding.NONE, CharPadding.NONE)).part(7))
        .isEqualTo(CharPadding.NONE);
  }

  private static String padded(String text, int length) {
    return new String(
        CharPadding.ofLength(length).pad(text.getBytes(StandardCharsets.UTF_8)),
        StandardCharsets.UTF_8);
  }
}
