package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.offset.PublishedForm;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
class RecordFactoryTest {
  private static final TableSchema TABLE =
      schema(field("id", Primitive.LONG), field("note", Primitive.STRING));

  private static final MemoryBatch ROWS =
      MemoryBatch.of(TABLE, new Object[] {1L, "one"}, new Object[] {2L, "two"});

  private static Map<String, Object> headers(SourceRecord record) {
    return StreamSupport.stream(record.headers().spliterator(), false)
        .collect(java.util.stream.Collectors.toMap(Header::key, Header::value));
  }

  @Test
  void aCreateIsTheRowWithItsMetadataColumns() {
    SourceRecord record = new RecordFixture("id").version(TABLE).create(ROWS);

    assertThat(record.topic()).isEqualTo("shop.orders");
    assertThat(record.kafkaPartition()).isNull();
    assertThat(record.timestamp()).isNull();
    assertThat(record.key()).isEqualTo(1L);
    Struct value = (Struct) record.value();
    value.validate();
    assertThat(value.schema()).isSameAs(record.valueSchema());
    assertThat(value.schema().fields())
        .extracting(org.apache.kafka.connect.data.Field::name)
        .containsExactly("id", "note", "_change_type", "_commit_version", "_commit_timestamp");
    assertThat(value.get("id")).isEqualTo(1L);
    assertThat(value.get("note")).isEqualTo("one");
    assertThat(value.get("_change_type")).isEqualTo("insert");
    assertThat(value.get("_commit_version")).isEqualTo(1L);
    assertThat(value.get("_commit_timestamp")).isEqualTo(RecordFixture.TIMESTAMP * 1000);
    assertThat(value.schema().field("_commit_timestamp").schema().name())
        .isEqualTo("io.debezium.time.MicroTimestamp");
  }

  @Test
  void anUpdateIsItsPostimage() {
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    fixture.append(Changes.update(ROWS, 0, ROWS, 1));
    assertThat(fixture.emitted).hasSize(1);
    assertThat(fixture.last().key()).isEqualTo(2L);
    assertThat(((Struct) fixture.last().value()).get("note")).isEqualTo("two");
    assertThat(((Struct) fixture.last().value()).get("_change_type")).isEqualTo("update_postimage");
    assertThat(headers(fixture.last())).containsEntry("delta.change.type", "update_postimage");
  }

  @Test
  void aSnapshotRowIsARead() {
    RecordFixture fixture = new RecordFixture("id").snapshot(TABLE, "snap-1");
    fixture.append(Changes.read(ROWS, 1));
    SourceRecord record = fixture.last();
    assertThat(((Struct) record.value()).get("_change_type")).isEqualTo("read");
    assertThat(headers(record))
        .isEqualTo(
            Map.of(
                "delta.table", "orders",
                "delta.change.type", "read",
                "delta.commit.version", 1L,
                "delta.commit.timestamp", RecordFixture.TIMESTAMP,
                "delta.snapshot.id", "snap-1"));
    assertThat(new HashMap<String, Object>(record.sourceOffset()))
        .containsAllEntriesOf(
            Map.of(
                "version",
                1L,
                "table_id",
                "id-before",
                "timestamp",
                RecordFixture.TIMESTAMP,
                "phase",
                "read",
                "file_index",
                0L,
                "file",
                Changes.FILE,
                "row",
                1L,
                "plan",
                RecordFixture.PLAN_HASH,
                "snapshot",
                "snap-1"));
    assertThat(SourceOffsetCodec.read("orders", record.sourceOffset()).snapshotId())
        .contains("snap-1");
  }

  @Test
  void headersCanBeLeftToTombstonesOrLeftOut() {
    RecordFixture tombstones =
        new RecordFixture("id", "record.headers", "tombstones").version(TABLE);
    assertThat(headers(tombstones.create(ROWS))).isEmpty();
    assertThat(headers(tombstones.delete(ROWS.only(0))))
        .containsEntry("delta.commit.version", 1L)
        .containsEntry("delta.change.type", "delete");

    RecordFixture none = new RecordFixture("id", "record.headers", "none").version(TABLE);
    assertThat(headers(none.create(ROWS))).isEmpty();
    assertThat(headers(none.delete(ROWS.only(0)))).isEmpty();
  }

  @Test
  void C61_aDeleteIsATombstoneWithTheKey() {
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isFalse();
    SourceRecord record = fixture.delete(ROWS.only(0));

    assertThat(fixture.emitted).hasSize(1);
    assertThat(record.key()).isEqualTo(1L);
    assertThat(record.value()).isNull();
    assertThat(record.valueSchema()).isNull();
    assertThat(headers(record))
        .isEqualTo(
            Map.of(
                "delta.table",
                "orders",
                "delta.change.type",
                "delete",
                "delta.commit.version",
                1L,
                "delta.commit.timestamp",
                RecordFixture.TIMESTAMP));
    assertThat(record.headers().lastWithName("delta.commit.version").schema())
        .isEqualTo(Schema.INT64_SCHEMA);
    assertThat(record.headers().lastWithName("delta.commit.timestamp").schema())
        .isEqualTo(Schema.INT64_SCHEMA);
    assertThat(record.sourceOffset().get("phase")).isEqualTo("delete");
    assertThat(record.sourceOffset().get("row")).isEqualTo(0L);
  }

  @Test
  void C61_rewritePublishesADeleteAsARow() {
    RecordFixture fixture =
        new RecordFixture("id", "delete.tombstone.handling.mode", "rewrite").version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isTrue();
    SourceRecord record = fixture.delete(ROWS);
    assertThat(fixture.emitted).hasSize(1);
    assertThat(((Struct) record.value()).get("note")).isEqualTo("one");
    assertThat(((Struct) record.value()).get("_change_type")).isEqualTo("delete");
    assertThat(record.sourceOffset().get("row")).isEqualTo(0L);
  }

  @Test
  void C61_theRowOfADeleteCarriesThePositionBeforeIt() {
    RecordFixture fixture =
        new RecordFixture("id", "delete.tombstone.handling.mode", "rewrite-with-tombstone")
            .version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isTrue();
    fixture.append(Changes.delete(ROWS, 0)).append(Changes.delete(ROWS, 1));

    assertThat(fixture.emitted).hasSize(4);
    List<SourceRecord> records = fixture.emitted.stream().map(made -> made.record()).toList();
    assertThat(records).extracting(SourceRecord::key).containsExactly(1L, 1L, 2L, 2L);
    assertThat(records)
        .extracting(record -> record.value() == null)
        .containsExactly(false, true, false, true);
    assertThat(records)
        .extracting(record -> (Object) record.sourceOffset().get("row"))
        .containsExactly(-1L, 0L, 0L, 1L);
    assertThat(records)
        .allSatisfy(
            record -> {
              assertThat(headers(record)).containsEntry("delta.change.type", "delete");
              assertThat(SourceOffsetCodec.read("orders", record.sourceOffset()).isCompleted())
                  .isFalse();
            });
    assertThat(fixture.emitted.get(1).size()).isLessThan(fixture.emitted.get(0).size());
  }

  @Test
  void C61_dropSkipsDeletes() {
    RecordFixture fixture =
        new RecordFixture("id", "delete.tombstone.handling.mode", "drop").version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isFalse();
    fixture.append(Changes.delete(ROWS.only(0), 0));
    assertThat(fixture.emitted).isEmpty();
  }

  @Test
  void aTableWithoutKeyPublishesDeletesAsRows() {
    RecordFixture fixture = new RecordFixture("").version(TABLE);
    assertThat(fixture.factory.needsWholePreimages()).isTrue();
    SourceRecord record = fixture.delete(ROWS);
    assertThat(record.key()).isNull();
    assertThat(record.keySchema()).isNull();
    assertThat(((Struct) record.value()).get("_change_type")).isEqualTo("delete");

    RecordFixture drop =
        new RecordFixture("", "delete.tombstone.handling.mode", "drop").version(TABLE);
    assertThat(drop.factory.needsWholePreimages()).isFalse();
    drop.append(Changes.delete(ROWS, 0));
    assertThat(drop.emitted).isEmpty();
  }

  @Test
  void metadataColumnsHaveTheConfiguredOrder() {
    SourceRecord two =
        new RecordFixture("id", "value.metadata.columns", "_commit_version,_change_type")
            .version(TABLE)
            .create(ROWS);
    assertThat(two.valueSchema().fields())
        .extracting(org.apache.kafka.connect.data.Field::name)
        .containsExactly("id", "note", "_commit_version", "_change_type");
    SourceRecord none =
        new RecordFixture("id", "value.metadata.columns", "").version(TABLE).create(ROWS);
    assertThat(none.valueSchema().fields())
        .extracting(org.apache.kafka.connect.data.Field::name)
        .containsExactly("id", "note");
  }

  @Test
  void theCommitTimestampColumnFollowsThePrecision() {
    SourceRecord connect =
        new RecordFixture("id", "time.precision.mode", "connect").version(TABLE).create(ROWS);
    assertThat(((Struct) connect.value()).get("_commit_timestamp"))
        .isEqualTo(new Date(RecordFixture.TIMESTAMP));
    assertThat(connect.valueSchema().field("_commit_timestamp").schema().name())
        .isEqualTo(Timestamp.LOGICAL_NAME);
    SourceRecord iso =
        new RecordFixture("id", "time.precision.mode", "isostring").version(TABLE).create(ROWS);
    assertThat(((Struct) iso.value()).get("_commit_timestamp"))
        .isEqualTo("2026-01-01T00:00:00.123000Z");
  }

  @Test
  void theRecordTimestampCanBeThatOfTheCommit() {
    SourceRecord record =
        new RecordFixture("id", "record.timestamp", "commit").version(TABLE).create(ROWS);
    assertThat(record.timestamp()).isEqualTo(RecordFixture.TIMESTAMP);
  }

  @Test
  void recordsDoNotShareTheirListsOfHeaders() {
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    fixture.create(ROWS).headers().addString("mine", "x").remove("delta.table");
    assertThat(headers(fixture.create(ROWS))).containsKey("delta.table").doesNotContainKey("mine");
  }

  @Test
  void recordsOfEqualSchemasShareOneInstance() {
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    Schema first = fixture.create(ROWS).valueSchema();
    assertThat(fixture.create(ROWS).valueSchema()).isSameAs(first);
    Map<String, ?> partition = fixture.last().sourcePartition();

    // Equal columns in another instance, then columns that differ only where nothing is published.
    TableSchema same = new TableSchema(TABLE.fields(), TABLE.partitionColumns());
    assertThat(fixture.create(same, 1L, "x").valueSchema()).isSameAs(first);
    TableSchema tighter = schema(required("id", Primitive.LONG), field("note", Primitive.STRING));
    assertThat(fixture.create(tighter, 1L, "x").valueSchema()).isSameAs(first);
    assertThat((Object) fixture.last().sourcePartition()).isSameAs(partition);

    TableSchema wider =
        schema(
            field("id", Primitive.LONG),
            field("note", Primitive.STRING),
            field("more", Primitive.LONG));
    Schema second = fixture.create(wider, 1L, "x", 2L).valueSchema();
    assertThat(second).isNotEqualTo(first);
    assertThat(fixture.version(wider).create(MemoryBatch.row(wider, 1L, "x", 2L)).valueSchema())
        .isSameAs(second);
  }

  @Test
  void structsUseTheSharedSchema() {
    TableSchema table =
        schema(field("id", Primitive.LONG), field("s", struct(field("x", Primitive.LONG))));
    TableSchema tighter =
        schema(
            required("id", Primitive.LONG), required("s", struct(required("x", Primitive.LONG))));
    RecordFixture fixture = new RecordFixture("id");
    Schema first = fixture.create(table, 1L, List.of(2L)).valueSchema();
    Struct value = (Struct) fixture.create(tighter, 1L, List.of(2L)).value();
    assertThat(value.schema()).isSameAs(first);
    assertThat(value.getStruct("s").schema()).isSameAs(first.field("s").schema());
  }

  @Test
  void deletesHaveTheSchemaBeforeTheCommitAndOthersTheOneAfter() {
    TableSchema dropped = schema(field("id", Primitive.LONG));
    RecordFixture fixture =
        new RecordFixture("id", "delete.tombstone.handling.mode", "rewrite").version(TABLE);
    fixture.version(dropped);
    SourceRecord delete = fixture.delete(ROWS);
    SourceRecord create = fixture.create(MemoryBatch.row(dropped, 9L));

    assertThat(((Struct) delete.value()).get("note")).isEqualTo("one");
    assertThat(((Struct) delete.value()).get("_commit_version")).isEqualTo(2L);
    assertThat(create.valueSchema().field("note")).isNull();
    assertThat(((Struct) create.value()).get("_commit_version")).isEqualTo(2L);
  }

  @Test
  void rowsOfAnUnknownSchemaAreAnInternalError() {
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    MemoryBatch other = MemoryBatch.row(schema(field("id", Primitive.LONG)), 1L);
    assertThatThrownBy(() -> fixture.create(other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("version 1");
  }

  @Test
  void columnsIncludeAllColumnsAndTheKeyIsResolved() {
    RecordFixture fixture = new RecordFixture("NOTE,id").version(TABLE);
    assertThat(fixture.factory.columns(TABLE)).containsExactly(0, 1);
    assertThat(fixture.factory.keyColumns(TABLE)).isEqualTo(new KeyColumns(List.of(1, 0)));
  }

  @Test
  void theCompletedOffsetIsThatOfTheVersion() {
    VersionContext context = RecordFixture.context(5, TABLE, TABLE, Optional.empty());
    assertThat(
            SourceOffsetCodec.write(
                RecordOffsets.completed(
                    context,
                    PublishedForm.UNKNOWN,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())))
        .containsAllEntriesOf(
            Map.of("version", 5L, "table_id", "id-after", "timestamp", RecordFixture.TIMESTAMP));
  }

  @Test
  void sizeGrowsWithTheValues() {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("text", Primitive.STRING),
            field("bytes", Primitive.BINARY));
    RecordFixture fixture = new RecordFixture("id").version(table);
    fixture.create(MemoryBatch.row(table, 1L, "", new byte[0]));
    int empty = fixture.lastSize();
    fixture.create(MemoryBatch.row(table, 1L, "x".repeat(1000), new byte[0]));
    assertThat(fixture.lastSize()).isEqualTo(empty + 1000);
    fixture.create(MemoryBatch.row(table, 1L, "", new byte[5000]));
    assertThat(fixture.lastSize()).isEqualTo(empty + 5000);
    fixture.delete(MemoryBatch.row(table, 1L, null, null));
    assertThat(fixture.lastSize()).isBetween(200, empty);
    assertThat(empty).isBetween(300, 1000);
  }
}
