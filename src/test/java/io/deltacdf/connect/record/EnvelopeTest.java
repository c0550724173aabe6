package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.debezium.connector.SnapshotRecord;
import io.debezium.data.Envelope;
import io.debezium.schema.SchemaFactory;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final TableSchema TABLE =
      schema(field("id", Primitive.LONG), field("note", Primitive.STRING));

  private static final MemoryBatch ROWS =
      MemoryBatch.of(TABLE, new Object[] {1L, "one"}, new Object[] {1L, "two"});

  private static RecordFixture fixture(String... options) {
    return keyed("id", options);
  }

  private static RecordFixture keyed(String key, String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "record.format";
    all[1] = "debezium";
    System.arraycopy(options, 0, all, 2, options.length);
    return new RecordFixture(key, all);
  }

  private static Struct value(SourceRecord record) {
    Struct value = (Struct) record.value();
    value.validate();
    assertThat(value.schema()).isSameAs(record.valueSchema());
    return value;
  }

  /** Returns the fields of a row; null if there is no row. */
  private static Map<String, Object> row(SourceRecord record, String field) {
    Struct row = value(record).getStruct(field);
    if (row == null) {
      return null;
    }
    Map<String, Object> values = new TreeMap<>();
    row.schema().fields().forEach(of -> values.put(of.name(), row.get(of)));
    return values;
  }

  @Test
  void theSchemaIsDebeziums() {
    Schema schema = fixture().version(TABLE).create(ROWS).valueSchema();
    Schema row = schema.field("after").schema();

    assertThat(schema)
        .isEqualTo(
            Envelope.defineSchema()
                .withName("shop.orders.Envelope")
                .withRecord(row)
                .withSource(schema.field("source").schema())
                .build()
                .schema());
    assertThat(schema.fields())
        .extracting(Field::name)
        .containsExactly(
            "before", "after", "source", "op", "ts_ms", "ts_us", "ts_ns", "transaction");
    assertThat(row.name()).isEqualTo("shop.orders.Value");
    assertThat(row.isOptional()).isTrue();
    assertThat(row.fields()).extracting(Field::name).containsExactly("id", "note");
  }

  @Test
  void theSourceHasDebeziumsFieldsExceptTheDatabase() {
    Schema source = fixture().version(TABLE).create(ROWS).valueSchema().field("source").schema();
    Schema debeziums = SchemaFactory.get().sourceInfoSchemaBuilder().build();

    assertThat(source.version()).isEqualTo(debeziums.version());
    assertThat(source.fields().stream().map(Field::name).toList().subList(0, 8))
        .isEqualTo(
            debeziums.fields().stream().map(Field::name).filter(n -> !n.equals("db")).toList());
    assertThat(debeziums.fields())
        .filteredOn(of -> !of.name().equals("db"))
        .allSatisfy(of -> assertThat(source.field(of.name()).schema()).isEqualTo(of.schema()));
    assertThat(source.fields())
        .extracting(Field::name)
        .endsWith("table", "commit_version", "commit_operation");
  }

  @Test
  void aCreateHasTheRowAfterAndTheSource() {
    long start = System.currentTimeMillis();
    SourceRecord record = fixture().version(TABLE).create(ROWS);

    assertThat(record.topic()).isEqualTo("shop.orders");
    assertThat(Envelope.operationFor(record)).isEqualTo(Envelope.Operation.CREATE);
    assertThat(row(record, "before")).isNull();
    assertThat(row(record, "after")).containsExactly(entry("id", 1L), entry("note", "one"));
    assertThat(row(record, "source"))
        .isEqualTo(
            Map.ofEntries(
                entry("version", Version.get()),
                entry("connector", "delta"),
                entry("name", "shop"),
                entry("ts_ms", RecordFixture.TIMESTAMP),
                entry("snapshot", "false"),
                entry("sequence", "[\"1\"]"),
                entry("ts_us", RecordFixture.TIMESTAMP * 1_000),
                entry("ts_ns", RecordFixture.TIMESTAMP * 1_000_000),
                entry("table", "orders"),
                entry("commit_version", 1L),
                entry("commit_operation", "MERGE")));
    Struct value = value(record);
    long ms = value.getInt64("ts_ms");
    assertThat(ms).isBetween(start, System.currentTimeMillis());
    assertThat(value.getInt64("ts_us") / 1_000).isEqualTo(ms);
    assertThat(value.getInt64("ts_ns") / 1_000).isEqualTo(value.getInt64("ts_us"));
    assertThat(value.get("transaction")).isNull();
  }

  @Test
  void anUpdateHasBeforeAndAfter() {
    RecordFixture fixture = fixture().version(TABLE);
    fixture.append(Changes.update(ROWS, 0, ROWS, 1));

    assertThat(fixture.emitted).hasSize(1);
    assertThat(Envelope.operationFor(fixture.last())).isEqualTo(Envelope.Operation.UPDATE);
    assertThat(row(fixture.last(), "before")).containsEntry("note", "one");
    assertThat(row(fixture.last(), "after")).containsEntry("note", "two");
    assertThat(fixture.last().headers().lastWithName("delta.change.type").value())
        .isEqualTo("update_postimage");
  }

  @Test
  void anUpdateWithoutPreimageHasNoBefore() {
    RecordFixture fixture = fixture().version(TABLE);
    fixture.append(Changes.update(null, -1, ROWS, 1));

    assertThat(Envelope.operationFor(fixture.last())).isEqualTo(Envelope.Operation.UPDATE);
    assertThat(row(fixture.last(), "before")).isNull();
    assertThat(row(fixture.last(), "after")).containsEntry("note", "two");
  }

  @Test
  void aSnapshotRowIsARead() {
    RecordFixture fixture = fixture().snapshot(TABLE, "snap-1");
    fixture.append(Changes.read(ROWS, 0));
    assertThat(SnapshotRecord.fromSource(value(fixture.last()).getStruct("source")))
        .isEqualTo(SnapshotRecord.FIRST);
    fixture.append(Changes.read(ROWS, 1));

    assertThat(Envelope.operationFor(fixture.last())).isEqualTo(Envelope.Operation.READ);
    assertThat(row(fixture.last(), "before")).isNull();
    assertThat(row(fixture.last(), "after")).containsEntry("note", "two");
    Struct source = value(fixture.last()).getStruct("source");
    assertThat(SnapshotRecord.fromSource(source)).isEqualTo(SnapshotRecord.TRUE);
    fixture.factory.markLast(fixture.last());
    assertThat(SnapshotRecord.fromSource(value(fixture.last()).getStruct("source")))
        .isEqualTo(SnapshotRecord.LAST);
    assertThat(fixture.last().headers().lastWithName("delta.snapshot.id").value())
        .isEqualTo("snap-1");
    assertThat(
            SnapshotRecord.fromSource(
                value(fixture.version(TABLE).create(ROWS)).getStruct("source")))
        .isEqualTo(SnapshotRecord.FALSE);
  }

  @Test
  void C61_aDeleteIsAnEventFollowedByItsTombstone() {
    RecordFixture fixture = fixture().version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isTrue();
    fixture.append(Changes.delete(ROWS, 0)).append(Changes.delete(ROWS, 1));

    List<SourceRecord> records = fixture.emitted.stream().map(made -> made.record()).toList();
    assertThat(records)
        .extracting(record -> record.value() == null)
        .containsExactly(false, true, false, true);
    SourceRecord event = records.get(0);
    SourceRecord tombstone = records.get(1);
    assertThat(Envelope.operationFor(event)).isEqualTo(Envelope.Operation.DELETE);
    assertThat(row(event, "before")).containsExactly(entry("id", 1L), entry("note", "one"));
    assertThat(row(event, "after")).isNull();
    assertThat(tombstone.valueSchema()).isNull();
    assertThat(tombstone.key()).isEqualTo(event.key());
    assertThat(tombstone.keySchema()).isSameAs(event.keySchema());
    assertThat(tombstone.topic()).isEqualTo(event.topic());
    assertThat(List.of(event, tombstone))
        .allSatisfy(
            record ->
                assertThat(record.headers().lastWithName("delta.change.type").value())
                    .isEqualTo("delete"));
    // The event carries the position before the change: a restart must not lose the tombstone.
    assertThat(records)
        .extracting(record -> (Object) record.sourceOffset().get("row"))
        .containsExactly(-1L, 0L, 0L, 1L);
  }

  @Test
  void C61_tombstonesMayBeTurnedOff() {
    RecordFixture fixture = fixture("tombstones.on.delete", "false").version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isTrue();
    SourceRecord event = fixture.delete(ROWS);

    assertThat(fixture.emitted).hasSize(1);
    assertThat(Envelope.operationFor(event)).isEqualTo(Envelope.Operation.DELETE);
    assertThat(row(event, "before")).containsEntry("note", "one");
    assertThat(event.sourceOffset().get("row")).isEqualTo(0L);
  }

  @Test
  void C61_aDeleteWithoutAKeyHasNoTombstone() {
    RecordFixture fixture = keyed("").version(TABLE);
    SourceRecord event = fixture.delete(ROWS);

    assertThat(fixture.emitted).hasSize(1);
    assertThat(event.key()).isNull();
    assertThat(Envelope.operationFor(event)).isEqualTo(Envelope.Operation.DELETE);
    assertThat(row(event, "before")).containsEntry("note", "one");
  }

  @Test
  void keysAreStructsUnlessTheFormatIsString() {
    SourceRecord struct = fixture().version(TABLE).create(ROWS);
    assertThat(struct.keySchema().name()).isEqualTo("shop.orders.Key");
    assertThat(struct.key()).isEqualTo(new Struct(struct.keySchema()).put("id", 1L));

    SourceRecord plain = fixture("key.format", "string").version(TABLE).create(ROWS);
    assertThat(plain.key()).isEqualTo(1L);
    SourceRecord text = keyed("note,id", "key.format", "string").version(TABLE).create(ROWS);
    assertThat(text.key()).isEqualTo("one|1");
  }

  @Test
  void namesAreAdjusted() {
    Schema none =
        keyed("id", "topic.prefix", "my-shop", "schema.name.adjustment.mode", "none")
            .version(TABLE)
            .create(ROWS)
            .valueSchema();
    assertThat(none.name()).isEqualTo("my-shop.orders.Envelope");
    Schema avro = keyed("id", "topic.prefix", "my-shop").version(TABLE).create(ROWS).valueSchema();
    assertThat(avro.name()).isEqualTo("my_shop.orders.Envelope");
    assertThat(avro.field("before").schema().name()).isEqualTo("my_shop.orders.Value");
  }

  @Test
  void recordsOfAVersionShareSchemaAndSource() {
    RecordFixture fixture = fixture().version(TABLE);
    SourceRecord first = fixture.create(ROWS);
    fixture.append(Changes.update(ROWS, 0, ROWS, 1));
    assertThat(fixture.last().valueSchema()).isSameAs(first.valueSchema());
    assertThat(value(fixture.last()).get("source")).isSameAs(value(first).get("source"));

    // This version changes no published column.
    TableSchema tighter = schema(required("id", Primitive.LONG), field("note", Primitive.STRING));
    SourceRecord later = fixture.create(tighter, 1L, "x");
    assertThat(later.valueSchema()).isSameAs(first.valueSchema());
    assertThat(value(later).getStruct("source").get("commit_version")).isEqualTo(2L);

    TableSchema wider =
        schema(
            field("id", Primitive.LONG),
            field("note", Primitive.STRING),
            field("more", Primitive.LONG));
    Schema widened = fixture.create(wider, 1L, "x", 2L).valueSchema();
    assertThat(widened.field("after").schema().field("more")).isNotNull();
    assertThat(fixture.version(wider).create(MemoryBatch.row(wider, 1L, "x", 2L)).valueSchema())
        .isSameAs(widened);
  }

  @Test
  void excludedColumnsAreInNeitherRow() {
    RecordFixture fixture = fixture("column.exclude.list", "note").version(TABLE);
    fixture.append(Changes.update(ROWS.only(0), 0, ROWS.only(0), 1));
    assertThat(row(fixture.last(), "before")).containsOnlyKeys("id");
    assertThat(row(fixture.last(), "after")).containsOnlyKeys("id");
  }

  @Test
  void deletesHaveTheSchemaBeforeTheCommit() {
    TableSchema dropped = schema(field("id", Primitive.LONG));
    RecordFixture fixture = fixture().version(TABLE).version(dropped);

    fixture.append(Changes.delete(ROWS, 0));
    SourceRecord event = fixture.emitted.get(0).record();
    assertThat(row(event, "source")).containsEntry("commit_version", 2L);
    assertThat(row(event, "before")).containsEntry("note", "one");
    assertThat(fixture.create(MemoryBatch.row(dropped, 9L)).valueSchema().field("after").schema())
        .extracting(after -> after.field("note"))
        .isNull();
  }

  @Test
  void unsafeTypeChangesAreFoundInTheRowsOfEnvelopes() {
    TableSchema changed = schema(field("id", Primitive.LONG), field("note", Primitive.LONG));
    RecordFixture fixture = fixture().version(TABLE);
    assertThatThrownBy(() -> fixture.version(changed))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSAFE_SCHEMA_CHANGE))
        .hasMessageContaining("'note' from string to long");
  }

  @Test
  void aNullInARequiredColumnFailsInBeforeAndAfter() {
    TableSchema table = schema(field("id", Primitive.LONG), required("note", Primitive.STRING));
    MemoryBatch rows = MemoryBatch.of(table, new Object[] {1L, null}, new Object[] {1L, "two"});
    RecordFixture fixture = fixture("schema.nullability", "table").version(table);

    for (Runnable write :
        List.<Runnable>of(
            () -> fixture.append(Changes.update(rows, 0, rows, 1)),
            () -> fixture.append(Changes.update(rows, 1, rows, 0)),
            () -> fixture.append(Changes.delete(rows, 0)))) {
      assertThatThrownBy(write::run)
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_TABLE))
          .hasMessageContaining("'note'");
    }
    assertThat(fixture.emitted).isEmpty();
  }

  @Test
  void sizeCountsBothRows() {
    MemoryBatch rows =
        MemoryBatch.of(TABLE, new Object[] {1L, "x".repeat(1000)}, new Object[] {1L, ""});
    RecordFixture fixture = fixture().version(TABLE);
    fixture.append(Changes.update(rows, 1, rows, 1));
    int empty = fixture.lastSize();
    fixture.append(Changes.update(rows, 0, rows, 1));
    assertThat(fixture.lastSize()).isEqualTo(empty + 1000);
    fixture.append(Changes.update(rows, 0, rows, 0));
    assertThat(fixture.lastSize()).isEqualTo(empty + 2000);
    assertThat(empty).isBetween(400, 1200);
    fixture.append(Changes.delete(rows, 0));
    assertThat(fixture.lastSize()).as("the tombstone").isLessThan(empty);
  }
}
