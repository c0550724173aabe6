package io.deltacdf.connect.change;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.mapped;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.KeyIdentity;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyResolverTest {
  private static final long VERSION = 7;

  private static KeyResolver resolver(String... names) {
    return new KeyResolver("orders", List.of(names));
  }

  @Test
  void findsColumnsIgnoringCaseInTheConfiguredOrder() {
    assertThat(
            resolver("REGION", "id")
                .resolve(
                    schema(
                        field("Id", Primitive.LONG),
                        field("note", Primitive.STRING),
                        field("region", Primitive.STRING)),
                    VERSION))
        .isEqualTo(new KeyColumns(List.of(2, 0)));
  }

  @Test
  void theExactNameIsPreferredToOneThatDiffersInCase() {
    TableSchema table =
        schema(
            field("a", Primitive.LONG), field("A", Primitive.STRING), field("b", Primitive.LONG));

    assertThat(resolver("A").resolve(table, VERSION)).isEqualTo(new KeyColumns(List.of(1)));
    assertThat(resolver("a").resolve(table, VERSION)).isEqualTo(new KeyColumns(List.of(0)));
    assertThat(resolver("B").resolve(table, VERSION)).isEqualTo(new KeyColumns(List.of(2)));
    assertThat(resolver("A", "a").resolve(table, VERSION)).isEqualTo(new KeyColumns(List.of(1, 0)));
  }

  @Test
  void aNameThatDiffersFromSeveralColumnsInCaseIsAnError() {
    assertThatThrownBy(
            () ->
                resolver("ID")
                    .resolve(
                        schema(field("id", Primitive.LONG), field("Id", Primitive.LONG)), VERSION))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll("'ID'", "'id' and 'Id'", "tables.orders.key");
  }

  /** The name was unambiguous when the key was found first, so the key must be found again. */
  @Test
  void aColumnThatMakesTheNameAmbiguousLaterDoesNotChangeTheKey() {
    TableSchema first = schema(mapped("id", "col-1", Primitive.LONG));
    TableSchema later =
        schema(mapped("Id", "col-2", Primitive.LONG), mapped("id", "col-1", Primitive.LONG));
    KeyResolver running = resolver("ID");
    running.resolve(first, VERSION);
    KeyColumns key = running.resolve(later, VERSION + 1);

    KeyResolver restarted = resolver("ID");
    restarted.resume(KeyIdentity.parse(running.identity(later, key).orElseThrow())::matches);

    assertThat(key).isEqualTo(new KeyColumns(List.of(1)));
    assertThat(restarted.resolve(later, VERSION + 1)).isEqualTo(key);
  }

  @Test
  void withoutNamesThereIsNoKey() {
    assertThat(resolver().resolve(schema(field("id", Primitive.LONG)), VERSION).isEmpty()).isTrue();
  }

  @Test
  void anUnknownColumnIsAnErrorThatListsTheColumns() {
    assertThatThrownBy(
            () ->
                resolver("idd")
                    .resolve(
                        schema(field("id", Primitive.LONG), field("note", Primitive.STRING)),
                        VERSION))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContaining("orders")
        .hasMessageContaining("'idd'")
        .hasMessageContaining("id, note")
        .hasMessageContaining("tables.orders.key");
  }

  @Test
  void aColumnNamedTwiceIsAnError() {
    assertThatThrownBy(
            () -> resolver("id", "ID").resolve(schema(field("id", Primitive.LONG)), VERSION))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("more than once");
  }

  @Test
  void followsAColumnThroughARename() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(schema(mapped("id", "col-1", Primitive.LONG)), VERSION);

    // Another column gets the former name, but is not the key.
    assertThat(
            resolver.resolve(
                schema(
                    mapped("id", "col-2", Primitive.LONG),
                    mapped("order_id", "col-1", Primitive.LONG)),
                VERSION))
        .isEqualTo(new KeyColumns(List.of(1)));
  }

  @Test
  void findsTheNewColumnIfTheKeyColumnWasReplaced() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(schema(mapped("id", "col-1", Primitive.LONG)), VERSION);

    assertThat(
            resolver.resolve(
                schema(
                    mapped("note", "col-3", Primitive.STRING),
                    mapped("id", "col-2", Primitive.LONG)),
                VERSION))
        .isEqualTo(new KeyColumns(List.of(1)));
  }

  @Test
  void findsARenamedColumnByItsFirstNameAfterARestart() {
    assertThat(resolver("id").resolve(schema(mapped("order_id", "id", Primitive.LONG)), VERSION))
        .isEqualTo(new KeyColumns(List.of(0)));
  }

  @Test
  void aDroppedKeyColumnIsAnError() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(
        schema(mapped("id", "col-1", Primitive.LONG), mapped("note", "col-2", Primitive.STRING)),
        VERSION);

    assertThatThrownBy(
            () -> resolver.resolve(schema(mapped("note", "col-2", Primitive.STRING)), VERSION))
        .isInstanceOf(DeltaCdfException.class)
        .hasMessageContaining("'id'");
  }

  @Test
  void aDroppedKeyColumnIsNotReplacedByAnOlderColumnThatGetsItsName() {
    KeyResolver resolver = resolver("id");
    resolver.resolve(
        schema(mapped("id", "col-1", Primitive.LONG), mapped("old", "col-2", Primitive.LONG)),
        VERSION);

    assertThatThrownBy(
            () -> resolver.resolve(schema(mapped("id", "col-2", Primitive.LONG)), VERSION + 1))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_INVALID))
        .hasMessageContainingAll(
            "Version 8 of table 'orders' drops the key column 'id'", "new snapshot");
  }

  @Test
  void storesNoIdentityWhileColumnsHaveTheirConfiguredNames() {
    assertThat(identity(schema(mapped("Id", "col-1", Primitive.LONG)), "id")).isEmpty();
    assertThat(identity(schema(field("v", Primitive.LONG)))).isEmpty();
  }

  @Test
  void findsRenamedColumnsByTheIdentityOfAnEarlierRun() {
    KeyResolver earlier = resolver("a", "b");
    earlier.resolve(
        schema(mapped("a", "col-1", Primitive.LONG), mapped("b", "col-2", Primitive.LONG)),
        VERSION);
    // Both columns are renamed, and other columns get their names.
    TableSchema renamed =
        schema(
            mapped("a", "col-2", Primitive.LONG),
            mapped("b", "col-3", Primitive.LONG),
            mapped("c", "col-1", Primitive.LONG));
    KeyColumns key = earlier.resolve(renamed, VERSION);
    String identity = earlier.identity(renamed, key).orElseThrow();

    KeyResolver later = resolver("A", "b");
    later.resume(KeyIdentity.parse(identity)::matches);

    assertThat(later.resolve(renamed, VERSION)).isEqualTo(key);
    assertThat(key).isEqualTo(new KeyColumns(List.of(2, 0)));
    assertThat(identity).matches("[0-9a-f]{16}\\.[0-9a-f]{16}");
  }

  @Test
  void anIdentityDoesNotApplyToAnotherConfiguredKey() {
    KeyResolver earlier = resolver("id");
    earlier.resolve(schema(mapped("id", "col-1", Primitive.LONG)), VERSION);
    TableSchema renamed =
        schema(mapped("no", "col-1", Primitive.LONG), mapped("id", "col-2", Primitive.LONG));
    String identity = earlier.identity(renamed, earlier.resolve(renamed, VERSION)).orElseThrow();

    KeyResolver byNewName = resolver("no");
    byNewName.resume(KeyIdentity.parse(identity)::matches);
    KeyResolver byMore = resolver("id", "no");
    byMore.resume(KeyIdentity.parse("0000000000000000." + identity)::matches);

    assertThat(byNewName.resolve(renamed, VERSION)).isEqualTo(new KeyColumns(List.of(0)));
    assertThat(byMore.resolve(renamed, VERSION)).isEqualTo(new KeyColumns(List.of(1, 0)));
  }

  private static Optional<String> identity(TableSchema schema, String... names) {
    KeyResolver resolver = resolver(names);
    return resolver.identity(schema, resolver.resolve(schema, VERSION));
  }
}
