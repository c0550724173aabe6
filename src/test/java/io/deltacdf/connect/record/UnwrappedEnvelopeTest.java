package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import io.deltacdf.connect.testing.Unwrap;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Debezium's {@code ExtractNewRecordState} turns our envelopes into the records that {@code
 * record.format=row} creates for the same changes.
 */
class UnwrappedEnvelopeTest {
  private static final String MODE = "delete.tombstone.handling.mode";

  private static final TableSchema FIRST = schema(allTypes());
  private static final TableSchema SECOND =
      schema(
          java.util.stream.Stream.concat(
                  Arrays.stream(allTypes()), java.util.stream.Stream.of(field("n", Primitive.DATE)))
              .toArray(Field[]::new));

  private static Field[] allTypes() {
    List<Field> fields = new ArrayList<>();
    fields.add(field("id", Primitive.LONG));
    for (Primitive type : Primitive.values()) {
      fields.add(field("p_" + type, type));
    }
    fields.add(field("decimal", decimal(10, 2)));
    fields.add(field("s", struct(field("x", Primitive.INTEGER), field("y", Primitive.STRING))));
    fields.add(field("a", array(struct(field("x", decimal(5, 1))))));
    fields.add(field("m", map(Primitive.STRING, Primitive.TIMESTAMP)));
    return fields.toArray(Field[]::new);
  }

  private static Object[] row(TableSchema schema, long id, int seed) {
    Object[] row = new Object[schema.size()];
    row[0] = id;
    Object[] values = {
      seed % 2 == 0,
      (byte) seed,
      (short) seed,
      seed,
      (long) seed,
      seed + 0.5f,
      seed + 0.25d,
      "text " + seed,
      new byte[] {(byte) seed, -1},
      seed,
      seed * 1_000_001L,
      seed * 999L,
      "{\"v\":" + seed + "}",
      new BigDecimal(seed + ".25"),
      Arrays.asList(seed, null),
      Arrays.asList(null, List.of(new BigDecimal(seed + ".5"))),
      Map.of("k", (long) seed),
      seed
    };
    System.arraycopy(values, 0, row, 1, schema.size() - 1);
    return row;
  }

  private static Object[] nulls(TableSchema schema, long id) {
    Object[] row = new Object[schema.size()];
    row[0] = id;
    return row;
  }

  /** Returns a snapshot, all kinds of changes, and a commit that adds a column. */
  private static List<SourceRecord> history(String... options) {
    RecordFixture fixture = new RecordFixture("id", options);
    MemoryBatch rows =
        MemoryBatch.of(
            FIRST, row(FIRST, 1, 1), row(FIRST, 2, 2), nulls(FIRST, 3), row(FIRST, 1, 4));
    fixture
        .snapshot(FIRST, "s")
        .append(Changes.read(rows, 0))
        .append(Changes.read(rows, 1))
        .version(FIRST)
        .append(Changes.delete(rows, 1))
        .append(Changes.create(rows, 2))
        .append(Changes.update(rows, 0, rows, 3));
    MemoryBatch later =
        MemoryBatch.of(SECOND, row(SECOND, 1, 5), nulls(SECOND, 3), row(SECOND, 2, 6));
    fixture
        .version(SECOND)
        .append(Changes.delete(rows, 2))
        .append(Changes.update(rows, 3, later, 0))
        .append(Changes.update(null, -1, later, 2))
        .version(SECOND)
        .append(Changes.delete(later, 0))
        .append(Changes.delete(later, 2))
        .append(Changes.create(later, 1));
    return fixture.emitted.stream().map(RecordFixture.Sized::record).toList();
  }

  private static List<SourceRecord> envelopes() {
    return history("record.format", "debezium");
  }

  /** Returns everything of the records that reaches Kafka, except the names of row schemas. */
  private static List<String> texts(List<SourceRecord> records) {
    try (JsonConverter keys = new JsonConverter();
        JsonConverter values = new JsonConverter()) {
      keys.configure(Map.of(), true);
      values.configure(Map.of("schemas.enable", "false"), false);
      return records.stream().map(record -> text(record, keys, values)).toList();
    }
  }

  private static String text(SourceRecord record, JsonConverter keys, JsonConverter values) {
    StringBuilder text = new StringBuilder(record.topic()).append(' ');
    byte[] key = keys.fromConnectData(record.topic(), record.keySchema(), record.key());
    text.append(new String(key, StandardCharsets.UTF_8)).append(" = ");
    byte[] value = values.fromConnectData(record.topic(), record.valueSchema(), record.value());
    text.append(record.value() == null ? "none" : new String(value, StandardCharsets.UTF_8));
    for (Header header : record.headers()) {
      text.append(", ").append(header.key()).append('=').append(header.value());
    }
    return text.append(", timestamp ").append(record.timestamp()).toString();
  }

  @Test
  void withDefaultOptionsItEqualsTheRowFormat() {
    assertThat(texts(Unwrap.of(envelopes())))
        .isEqualTo(texts(history("key.format", "struct", "value.metadata.columns", "")))
        .hasSize(11);
  }

  @ParameterizedTest
  @CsvSource({
    "tombstone, tombstone",
    "delete-to-tombstone, tombstone",
    "drop, drop",
  })
  void itsDeleteHandlingModesEqualThoseOfTheRowFormat(String mode, String ours) {
    assertThat(texts(Unwrap.of(envelopes(), MODE, mode)))
        .isEqualTo(
            texts(history("key.format", "struct", "value.metadata.columns", "", MODE, ours)));
  }

  /** In its default mode, a null value has a schema, which JsonConverter writes as text. */
  @Test
  void deleteToTombstoneAlsoWorksWithJson() {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of(), false);
      assertThat(Unwrap.of(envelopes(), MODE, "delete-to-tombstone"))
          .filteredOn(record -> record.value() == null)
          .hasSize(4)
          .allSatisfy(
              record ->
                  assertThat(
                          converter.fromConnectData(
                              record.topic(), record.valueSchema(), record.value()))
                      .isNull());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rewrite", "rewrite-with-tombstone"})
  void rewrittenDeletesEqualThoseOfTheRowFormat(String mode) {
    List<SourceRecord> unwrapped = Unwrap.of(envelopes(), MODE, mode);
    List<SourceRecord> ours =
        history("key.format", "struct", "value.metadata.columns", "_change_type", MODE, mode);

    assertThat(texts(unwrapped).stream().map(UnwrappedEnvelopeTest::withoutMark))
        .isEqualTo(texts(ours).stream().map(UnwrappedEnvelopeTest::withoutMark).toList());
    assertThat(unwrapped).extracting(UnwrappedEnvelopeTest::isMarkedAsDeleted).contains("true");
    assertThat(unwrapped.stream().map(UnwrappedEnvelopeTest::isMarkedAsDeleted))
        .isEqualTo(ours.stream().map(UnwrappedEnvelopeTest::isMarkedAsDeleted).toList());
  }

  private static String withoutMark(String text) {
    return text.replaceFirst(",\"(__deleted|_change_type)\":\"\\w+\"", "");
  }

  private static String isMarkedAsDeleted(SourceRecord record) {
    if (record.value() == null) {
      return "tombstone";
    }
    Struct value = (Struct) record.value();
    return value.schema().field("__deleted") != null
        ? value.getString("__deleted")
        : String.valueOf(value.getString("_change_type").equals("delete"));
  }

  @Test
  void fieldsOfTheEnvelopeCanBeAdded() {
    List<SourceRecord> unwrapped =
        Unwrap.of(
            envelopes(),
            "add.fields",
            "op,table,source.commit_version,source.commit_operation,ts_ms,source.snapshot,id",
            MODE,
            "rewrite");
    List<SourceRecord> ours = history(MODE, "rewrite");

    assertThat(unwrapped).hasSameSizeAs(ours);
    for (int i = 0; i < ours.size(); i++) {
      Struct added = (Struct) unwrapped.get(i).value();
      Struct row = (Struct) ours.get(i).value();
      added.validate();
      assertThat(added.getString("__op"))
          .isEqualTo(
              Map.of("read", "r", "insert", "c", "update_postimage", "u", "delete", "d")
                  .get(row.getString("_change_type")));
      assertThat(added.getString("__table")).isEqualTo("orders");
      assertThat(added.getInt64("__source_commit_version"))
          .isEqualTo(row.getInt64("_commit_version"));
      assertThat(added.getString("__source_commit_operation"))
          .isEqualTo(row.getString("_change_type").equals("read") ? null : "MERGE");
      assertThat(added.getInt64("__ts_ms")).isPositive();
      assertThat(added.getString("__source_snapshot"))
          .isEqualTo(
              row.getString("_change_type").equals("read") ? (i == 0 ? "first" : "true") : "false");
      assertThat(added.schema().field("__id").schema().isOptional()).as("no transaction").isTrue();
      assertThat(added.get("__id")).isNull();
    }
  }

  @Test
  void fieldsOfTheEnvelopeCanBeHeaders() {
    List<SourceRecord> unwrapped =
        Unwrap.of(
            envelopes(), "add.headers", "op,source.commit_version", MODE, "rewrite-with-tombstone");

    assertThat(unwrapped)
        .extracting(
            record ->
                record.headers().lastWithName("__op").value()
                    + " "
                    + (record.value() == null
                        ? "tombstone"
                        : record.headers().lastWithName("__source_commit_version").value()))
        .containsExactly(
            "r 1",
            "r 1",
            "d 2",
            "d tombstone",
            "c 2",
            "u 2",
            "d 3",
            "d tombstone",
            "u 3",
            "u 3",
            "d 4",
            "d tombstone",
            "d 4",
            "d tombstone",
            "c 4");
    assertThat(unwrapped)
        .allSatisfy(record -> assertThat(record.headers().lastWithName("delta.table")).isNotNull());
  }

  @Test
  void theTopicCanComeFromTheRow() {
    RecordFixture fixture =
        new RecordFixture("id", "record.format", "debezium", "tombstones.on.delete", "false");
    TableSchema table = schema(field("id", Primitive.LONG), field("to", Primitive.STRING));
    MemoryBatch row = MemoryBatch.row(table, 1L, "north");
    fixture.version(table).append(Changes.create(row, 0)).append(Changes.delete(row, 0));

    assertThat(
            Unwrap.of(
                fixture.emitted.stream().map(RecordFixture.Sized::record).toList(),
                "route.by.field",
                "to"))
        .extracting(SourceRecord::topic)
        .containsExactly("north", "north");
  }
}
