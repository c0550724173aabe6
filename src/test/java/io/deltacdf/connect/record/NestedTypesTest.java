package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.record.value.RequiredNulls;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.MemoryBatch;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NestedTypesTest {
  private static TableSchema table(DataType type) {
    return schema(field("id", Primitive.LONG), field("v", type));
  }

  private static Object written(DataType type, Object value, String... options) {
    Struct row = (Struct) new RecordFixture("id", options).create(table(type), 1L, value).value();
    row.validate();
    return row.get("v");
  }

  private static Map<Object, Object> entries(Object... keysAndValues) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void nullStructsAndStructsOfNullsStayDistinct() {
    DataType address =
        struct(field("city", Primitive.STRING), field("geo", struct(field("x", Primitive.DOUBLE))));

    assertThat(written(address, null)).isNull();
    Struct empty = (Struct) written(address, asList(null, null));
    assertThat(empty.get("city")).isNull();
    assertThat(empty.get("geo")).isNull();
    Struct full = (Struct) written(address, asList("Bonn", asList(1.5)));
    assertThat(full.get("city")).isEqualTo("Bonn");
    assertThat(full.getStruct("geo").get("x")).isEqualTo(1.5);
  }

  @Test
  void structsAreReadFromTheirOwnRow() {
    TableSchema table = table(struct(field("x", Primitive.INTEGER)));
    RecordFixture fixture = new RecordFixture("id").version(table);
    MemoryBatch batch =
        MemoryBatch.of(
            table,
            new Object[] {1L, asList(10)},
            new Object[] {2L, null},
            new Object[] {3L, asList(30)});
    MemoryBatch next = MemoryBatch.row(table, 4L, asList(40));
    for (int row = 0; row < 3; row++) {
      fixture.append(Changes.create(batch, row));
    }
    fixture.append(Changes.create(next, 0));

    assertThat(fixture.emitted)
        .extracting(
            made -> {
              Struct v = ((Struct) made.record().value()).getStruct("v");
              return v == null ? null : v.get("x");
            })
        .containsExactly(10, null, 30, 40);
  }

  @Test
  void nullEmptyAndNullFilledArraysStayDistinct() {
    DataType numbers = array(Primitive.LONG);
    assertThat(written(numbers, null)).isNull();
    assertThat(written(numbers, List.of())).isEqualTo(List.of());
    assertThat(written(numbers, asList(1L, null, 3L))).isEqualTo(asList(1L, null, 3L));
    assertThat(written(array(array(Primitive.STRING)), asList(asList("a", null), null, List.of())))
        .isEqualTo(asList(asList("a", null), null, List.of()));
  }

  @Test
  void mapsKeepTheirOrderAndNullEmptyAndNullFilledStayDistinct() {
    DataType prices = map(Primitive.STRING, decimal(4, 1));
    assertThat(written(prices, null)).isNull();
    assertThat(written(prices, Map.of())).isEqualTo(Map.of());
    Map<Object, Object> values = entries("b", new BigDecimal("1.0"), "a", null);
    assertThat(written(prices, values)).isEqualTo(values);
    assertThat(((Map<?, ?>) written(prices, values)).keySet().toArray()).containsExactly("b", "a");
  }

  @Test
  void mapsWithOtherKeys() {
    assertThat(written(map(Primitive.INTEGER, Primitive.STRING), entries(7, "x")))
        .isEqualTo(Map.of(7, "x"));
    // Only a ByteBuffer compares bytes by content.
    assertThat(written(map(Primitive.BINARY, Primitive.STRING), entries(new byte[] {1}, "x")))
        .isEqualTo(Map.of(ByteBuffer.wrap(new byte[] {1}), "x"));
    Map<?, ?> ofStructs =
        (Map<?, ?>)
            written(
                map(struct(field("k", Primitive.INTEGER)), Primitive.INTEGER),
                entries(asList(1), 10, asList(2), 20));
    assertThat(ofStructs.keySet())
        .extracting(key -> ((Struct) key).get("k"))
        .containsExactlyInAnyOrder(1, 2);
  }

  @Test
  void C64_structsInsideArraysAndMapsAreNamedByTheirPath() {
    DataType item = struct(field("sku", Primitive.STRING), field("tags", array(Primitive.STRING)));
    DataType type = struct(field("items", array(item)), field("by-id", map(item, item)));
    List<Object> one = asList("a", asList("t", null));
    Struct value = (Struct) written(type, asList(asList(one, null), entries(one, one)));

    Schema schema = value.schema();
    assertThat(schema.name()).isEqualTo("shop.orders.Value.v");
    assertThat(schema.field("items").schema().valueSchema().name())
        .isEqualTo("shop.orders.Value.v.items.element");
    assertThat(schema.field("by-id").schema().keySchema().name())
        .isEqualTo("shop.orders.Value.v.by_id.key");
    assertThat(schema.field("by-id").schema().valueSchema().name())
        .isEqualTo("shop.orders.Value.v.by_id.value");
    Struct element = (Struct) value.getArray("items").get(0);
    assertThat(element.get("sku")).isEqualTo("a");
    assertThat(element.get("tags")).isEqualTo(asList("t", null));
    assertThat(value.getArray("items").get(1)).isNull();
  }

  @Test
  void handlingModesApplyInsideNestedTypes() {
    assertThat(written(array(Primitive.DATE), asList(0, null), "time.precision.mode", "isostring"))
        .isEqualTo(asList("1970-01-01", null));
    assertThat(
            written(
                map(Primitive.STRING, Primitive.BINARY),
                entries("a", new byte[] {-1}),
                "binary.handling.mode",
                "hex"))
        .isEqualTo(Map.of("a", "ff"));
  }

  @Test
  void mapKeysAreRequiredInEveryMode() {
    Schema schema =
        new RecordFixture("id")
            .create(table(map(Primitive.STRING, Primitive.STRING)), 1L, null)
            .valueSchema()
            .field("v")
            .schema();
    assertThat(schema.keySchema().isOptional()).isFalse();
    assertThat(schema.valueSchema().isOptional()).isTrue();
  }

  @Test
  void nullabilityOfTheTableAppliesAtEveryDepth() {
    TableSchema table =
        schema(
            required("id", Primitive.LONG),
            required("s", struct(required("x", Primitive.INTEGER), field("y", Primitive.INTEGER))),
            field("a", new DataType.Array(Primitive.INTEGER, false)),
            field("m", new DataType.Map(Primitive.STRING, Primitive.INTEGER, false)));
    RecordFixture fixture = new RecordFixture("id", "schema.nullability", "table").version(table);
    Schema schema =
        fixture
            .create(MemoryBatch.row(table, 1L, asList(1, null), asList(1), entries("k", 1)))
            .valueSchema();

    assertThat(schema.field("id").schema().isOptional()).isFalse();
    assertThat(schema.field("s").schema().isOptional()).isFalse();
    assertThat(schema.field("s").schema().field("x").schema().isOptional()).isFalse();
    assertThat(schema.field("s").schema().field("y").schema().isOptional()).isTrue();
    assertThat(schema.field("a").schema().isOptional()).isTrue();
    assertThat(schema.field("a").schema().valueSchema().isOptional()).isFalse();
    assertThat(schema.field("m").schema().valueSchema().isOptional()).isFalse();
    assertThat(schema.field("_commit_version").schema().isOptional()).isTrue();

    assertThatThrownBy(
            () -> fixture.create(MemoryBatch.row(table, 1L, asList(null, null), null, null)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_TABLE))
        .hasMessageContaining("'s.x'")
        .hasMessageContaining("version 1 of table 'orders'")
        .hasMessageContaining(Changes.FILE)
        .hasMessageContaining("schema.nullability=optional");
    assertThatThrownBy(
            () ->
                fixture.create(MemoryBatch.row(table, 1L, asList(1, null), asList(1, null), null)))
        .hasMessageContaining("'a.element'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "debezium"})
  void aNullInARequiredColumnIsPublishedWithOneWarningForEachVersion(String format) {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            new io.deltacdf.connect.table.column.Field("n", "n", Primitive.LONG, false));
    RecordFixture fixture = new RecordFixture("id", "record.format", format);

    try (CapturedLog log = new CapturedLog(RequiredNulls.class)) {
      fixture.create(table, 1L, 5L);
      assertThat(log.warnings()).isEmpty();
      fixture.create(table, 2L, null);
      fixture.create(MemoryBatch.row(table, 3L, null));
      fixture.create(table, 4L, null);
      assertThat(log.warnings())
          .satisfiesExactly(
              warning -> assertThat(warning).contains("Version 2 of table 'orders'", "'n'"),
              warning -> assertThat(warning).contains("Version 3 of table 'orders'", "'n'"));
    }
  }

  /** Only the rows before changes have nulls; a row of an older schema may lack the column. */
  @Test
  void aNullBeforeAChangeIsPublishedWithAWarningToo() {
    TableSchema older = schema(field("id", Primitive.LONG));
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            new io.deltacdf.connect.table.column.Field("n", "n", Primitive.LONG, false));
    RecordFixture fixture = new RecordFixture("id", "record.format", "debezium");

    try (CapturedLog log = new CapturedLog(RequiredNulls.class)) {
      fixture.create(older, 1L);
      fixture.version(table);
      fixture.append(
          Changes.update(MemoryBatch.row(older, 1L), 0, MemoryBatch.row(table, 1L, 5L), 0));
      assertThat(log.warnings()).isEmpty();
      fixture.version(table);
      fixture.append(
          Changes.update(MemoryBatch.row(table, 1L, null), 0, MemoryBatch.row(table, 1L, 5L), 0));
      fixture.version(table);
      fixture.delete(MemoryBatch.row(table, 2L, null));
      assertThat(log.warnings())
          .satisfiesExactly(
              warning -> assertThat(warning).contains("Version 3 of table 'orders'", "'n'"),
              warning -> assertThat(warning).contains("Version 4 of table 'orders'", "'n'"));
    }
  }

  @Test
  void fieldsWithTheSameAdjustedNameAreRejected() {
    assertThatThrownBy(
            () ->
                new RecordFixture("id", "field.name.adjustment.mode", "avro")
                    .version(
                        table(struct(field("a b", Primitive.LONG), field("a-b", Primitive.LONG)))))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContaining("'v.a b' and 'v.a-b'")
        .hasMessageContaining("'a_b'");
    assertThatThrownBy(
            () ->
                new RecordFixture("id", "field.name.adjustment.mode", "avro")
                    .version(
                        schema(
                            field("id", Primitive.LONG), field("-commit-version", Primitive.LONG))))
        .hasMessageContaining("'-commit-version' of table 'orders'")
        .hasMessageContaining("'_commit_version'");

    Schema kept =
        new RecordFixture("id", "field.name.adjustment.mode", "avro_unicode")
            .create(
                table(struct(field("a b", Primitive.LONG), field("a-b", Primitive.LONG))), 1L, null)
            .valueSchema();
    assertThat(kept.field("v").schema().fields())
        .extracting(org.apache.kafka.connect.data.Field::name)
        .containsExactly("a_u0020b", "a_u002db");
    assertThat(kept.field("_commit_version")).isNotNull();
  }

  @Test
  void structsWithTheSameSchemaNameAreRejected() {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("a b", struct(field("x", Primitive.LONG))),
            field("a-b", struct(field("y", Primitive.LONG))));
    assertThatThrownBy(() -> new RecordFixture("id").version(table))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContaining("'a b' and 'a-b'")
        .hasMessageContaining("'shop.orders.Value.a_b'");

    assertThat(
            new RecordFixture("id", "schema.name.adjustment.mode", "avro_unicode")
                .create(table, 1L, null, null)
                .valueSchema()
                .field("a-b")
                .schema()
                .name())
        .isEqualTo("shop.orders.Value.a_u002db");
  }
}
