package io.deltacdf.connect.change;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.mapped;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DataType.Primitive;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyResolverTest {
  private static KeyResolver resolver(String... names) {
    return new KeyResolver("orders", List.of(names));
  }

  @Test
  void findsColumnsWhateverTheirCaseInTheOrderOfTheConfiguration() {
    assertThat(
            resolver("REGION", "id")
                .resolve(
                    schema(
                        field("Id", Primitive.LONG),
                        field("note", Primitive.STRING),
                        field("region", Primitive.STRING))))
        .isEqualTo(new KeyColumns(List.of(2, 0)));
  }

  @Test
  void noNamesAreNoKey() {
    assertThat(resolver().resolve(schema(field("id", Primitive.LONG))).isEmpty()).isTrue();
  }

  @Test
  void unknownColumnIsAnErrorThatNamesThoseThereAre() {
    assertThatThrownBy(
            () ->
                resolver("idd")
                    .resolve(schema(field("id", Primitive.LONG), field("note", Primitive.STRING))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContaining("orders")
        .hasMessageContaining("'idd'")
        .hasMessageContaining("id, note")
        .hasMessageContaining("tables.orders.key");
  }

  @Test
  void oneColumnNamedTwiceIsAnError() {
    assertThatThrownBy(() -> resolver("id", "ID").resolve(schema(field("id", Primitive.LONG))))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("more than once");
  }

  @Test
  void followsAColumnThroughARename() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(schema(mapped("id", "col-1", Primitive.LONG)));

    // Another column takes the old name: it is not the key.
    assertThat(
            resolver.resolve(
                schema(
                    mapped("id", "col-2", Primitive.LONG),
                    mapped("order_id", "col-1", Primitive.LONG))))
        .isEqualTo(new KeyColumns(List.of(1)));
  }

  @Test
  void goesBackToTheNameWhereTheColumnWasReplaced() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(schema(mapped("id", "col-1", Primitive.LONG)));

    assertThat(
            resolver.resolve(
                schema(
                    mapped("note", "col-3", Primitive.STRING),
                    mapped("id", "col-2", Primitive.LONG))))
        .isEqualTo(new KeyColumns(List.of(1)));
  }

  @Test
  void findsARenamedColumnByItsFirstNameAfterARestart() {
    assertThat(resolver("id").resolve(schema(mapped("order_id", "id", Primitive.LONG))))
        .isEqualTo(new KeyColumns(List.of(0)));
  }

  @Test
  void aDroppedKeyColumnIsAnError() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(
        schema(mapped("id", "col-1", Primitive.LONG), mapped("note", "col-2", Primitive.STRING)));

    assertThatThrownBy(() -> resolver.resolve(schema(mapped("note", "col-2", Primitive.STRING))))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("'id'");
  }
}
