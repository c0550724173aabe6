package io.deltacdf.connect.offset;

import static io.deltacdf.connect.testing.Schemas.mapped;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFormTest {
  private static final Field ONE = mapped("any", "col-1", Primitive.LONG);
  private static final Field TWO = mapped("any", "col-2", Primitive.LONG);

  private static KeyForm form(String name, Field column, String form) {
    return KeyForm.of(List.of(name), List.of(column), form);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "größe in cm", "a,b", "a:b", "100%", " "})
  void itsTextCanBeRead(String name) {
    KeyForm form = KeyForm.of(List.of(name, "b"), List.of(ONE, TWO), "struct a.Key(x: integer)");

    assertThat(KeyForm.parse(form.toString())).isEqualTo(form);
    assertThat(form.inWords()).isEqualTo("struct a.Key(x: integer) of '" + name + "', 'b'");
  }

  @Test
  void theFormOfNoKeysIsAWord() {
    assertThat(KeyForm.NONE).hasToString("none");
    assertThat(KeyForm.parse("none")).isEqualTo(KeyForm.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "a b", "%:1 b", ":", ",,: x"})
  void anyOtherTextEqualsNoKey(String text) {
    assertThat(KeyForm.parse(text).isSameAs(form("id", ONE, "x"))).isFalse();
  }

  @Test
  void aColumnIsTheSameByItsNameOrByItsPhysicalName() {
    KeyForm form = form("id", ONE, "x");

    assertThat(form.isSameAs(form("ID", ONE, "x"))).isTrue();
    assertThat(form.isSameAs(form("no", ONE, "x"))).as("a renamed column").isTrue();
    assertThat(form.isSameAs(form("id", TWO, "x"))).as("a column that replaces it").isTrue();
    assertThat(form.isSameAs(form("no", TWO, "x"))).as("another key").isFalse();
    assertThat(form.isSameAs(form("id", ONE, "y"))).isFalse();
    assertThat(form.isSameAs(KeyForm.of(List.of("id", "b"), List.of(ONE, TWO), "x"))).isFalse();
    assertThat(form.isSameAs(KeyForm.NONE)).isFalse();
  }

  @Test
  void itFindsItsColumnsUnderTheirConfiguredNames() {
    KeyForm form = form("id", ONE, "x");

    assertThat(form.matches(0, "Id", ONE)).isTrue();
    assertThat(form.matches(0, "no", ONE)).isFalse();
    assertThat(form.matches(0, "id", TWO)).isFalse();
    assertThat(form.matches(1, "id", ONE)).isFalse();
  }
}
