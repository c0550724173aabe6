package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.schema.SchemaFactory;
import io.debezium.schema.SchemaNameAdjuster;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.offset.TransactionProgress;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/** {@code provide.transaction.metadata}: the records of a commit and its markers. */
class TransactionRecordsTest {
  private static final TableSchema TABLE =
      schema(field("id", Primitive.LONG), field("note", Primitive.STRING));

  private static final MemoryBatch ROWS =
      MemoryBatch.of(TABLE, new Object[] {1L, "one"}, new Object[] {2L, "two"});

  private static RecordFixture fixture(String... options) {
    String[] all = new String[options.length + 2];
    all[0] = "provide.transaction.metadata";
    all[1] = "true";
    System.arraycopy(options, 0, all, 2, options.length);
    return new RecordFixture("id", all);
  }

  private static Struct end(RecordFixture fixture) {
    Struct value = (Struct) fixture.factory.end().orElseThrow().value();
    value.validate();
    return value;
  }

  private static Object header(SourceRecord record, String name) {
    return record.headers().lastWithName(name).value();
  }

  private static void requireDebeziumsFieldsFirst(Schema own, Schema debeziums) {
    assertThat(own.name()).isEqualTo(debeziums.name());
    assertThat(own.version()).isEqualTo(debeziums.version());
    assertThat(own.isOptional()).isEqualTo(debeziums.isOptional());
    assertThat(own.fields().stream().map(Field::name).toList())
        .startsWith(debeziums.fields().stream().map(Field::name).toArray(String[]::new));
    for (Field field : own.fields()) {
      Field of = debeziums.field(field.name());
      if (of == null) {
        assertThat(field.schema().isOptional()).as(field.name()).isTrue();
      } else if (field.schema().type() == Schema.Type.ARRAY) {
        assertThat(field.schema().isOptional()).isEqualTo(of.schema().isOptional());
        requireDebeziumsFieldsFirst(field.schema().valueSchema(), of.schema().valueSchema());
      } else {
        assertThat(field.schema()).isEqualTo(of.schema());
      }
    }
  }

  @Test
  void theSchemasAreDebeziumsWithOptionalFieldsAfterThem() {
    RecordFixture fixture = fixture().version(TABLE).append(Changes.create(ROWS, 0));
    SourceRecord begin = fixture.emitted.get(0).record();

    assertThat(begin.keySchema())
        .isEqualTo(SchemaFactory.get().transactionKeySchema(SchemaNameAdjuster.NO_OP));
    requireDebeziumsFieldsFirst(
        begin.valueSchema(), SchemaFactory.get().transactionValueSchema(SchemaNameAdjuster.NO_OP));
  }

  @Test
  void beginAndEndEncloseTheEventsOfAVersion() {
    RecordFixture fixture =
        fixture("topic.transaction", "commits", "record.timestamp", "commit").version(TABLE);
    fixture.append(Changes.delete(ROWS, 0));
    fixture.append(Changes.create(ROWS, 1));
    List<SourceRecord> records = fixture.emitted.stream().map(RecordFixture.Sized::record).toList();

    assertThat(records).hasSize(3);
    SourceRecord begin = records.get(0);
    assertThat(begin.topic()).isEqualTo("shop.commits");
    assertThat(begin.sourcePartition()).isEqualTo(records.get(1).sourcePartition());
    assertThat(begin.timestamp()).isEqualTo(RecordFixture.TIMESTAMP);
    assertThat(((Struct) begin.key()).getString("id")).isEqualTo("orders:1");
    Struct value = (Struct) begin.value();
    value.validate();
    assertThat(value.getString("status")).isEqualTo("BEGIN");
    assertThat(value.getString("id")).isEqualTo("orders:1");
    assertThat(value.getInt64("ts_ms")).isEqualTo(RecordFixture.TIMESTAMP);
    assertThat(value.getInt64("event_count")).isNull();
    assertThat(value.getArray("data_collections")).isNull();
    assertThat(header(begin, "delta.table")).isEqualTo("orders");
    assertThat(header(begin, "delta.commit.version")).isEqualTo(1L);
    assertThat(begin.headers().lastWithName("delta.change.type")).isNull();
    // A tombstone is the event of a delete here.
    assertThat(records.get(1).value()).isNull();
    assertThat(header(records.get(1), "delta.transaction.id")).isEqualTo("orders:1");
    assertThat(header(records.get(1), "delta.transaction.order")).isEqualTo(1L);
    assertThat(header(records.get(2), "delta.transaction.order")).isEqualTo(2L);

    SourceRecord end = fixture.factory.end().orElseThrow();
    assertThat(SourceOffsetCodec.read("orders", end.sourceOffset()))
        .isEqualTo(fixture.factory.completed());
    Struct ended = (Struct) end.value();
    ended.validate();
    assertThat(ended.getString("status")).isEqualTo("END");
    assertThat(ended.getInt64("event_count")).isEqualTo(2L);
    assertThat(ended.getString("table")).isEqualTo("orders");
    assertThat(ended.getInt64("commit_version")).isEqualTo(1L);
    assertThat(ended.getString("commit_operation")).isEqualTo("MERGE");
    assertThat(ended.getBoolean("complete")).isTrue();
    Struct collection = (Struct) ended.getArray("data_collections").get(0);
    assertThat(collection.getString("data_collection")).isEqualTo("orders");
    assertThat(collection.getString("topic")).isEqualTo("shop.orders");
    assertThat(collection.getInt64("event_count")).isEqualTo(2L);
    assertThat(collection.getInt64("create_count")).isEqualTo(1L);
    assertThat(collection.getInt64("update_count")).isZero();
    assertThat(collection.getInt64("delete_count")).isEqualTo(1L);
    assertThat(collection.getInt64("preimage_count")).isZero();
    assertThat(fixture.factory.end()).as("a second end").isEmpty();
  }

  @Test
  void envelopesHaveTheirNumbersAndTombstonesAfterThemAreNotCounted() {
    RecordFixture fixture = fixture("record.format", "debezium").version(TABLE);
    fixture.append(Changes.delete(ROWS, 0));
    fixture.append(Changes.update(ROWS, 1, ROWS, 1));
    List<SourceRecord> records = fixture.emitted.stream().map(RecordFixture.Sized::record).toList();

    assertThat(records).hasSize(4);
    Struct first = ((Struct) records.get(1).value()).getStruct("transaction");
    first.validate();
    assertThat(first.getString("id")).isEqualTo("orders:1");
    assertThat(first.getInt64("total_order")).isEqualTo(1L);
    assertThat(first.getInt64("data_collection_order")).isEqualTo(1L);
    assertThat(records.get(2).value()).isNull();
    assertThat(header(records.get(2), "delta.transaction.order")).isEqualTo(1L);
    assertThat(((Struct) records.get(3).value()).getStruct("transaction").getInt64("total_order"))
        .isEqualTo(2L);
    // Only the tombstone completes the delete.
    assertThat(progress(records.get(1)).events()).isZero();
    assertThat(progress(records.get(2)).events()).isEqualTo(1L);
    assertThat(progress(records.get(3)).updates()).isEqualTo(1L);
    assertThat(end(fixture).getInt64("event_count")).isEqualTo(2L);
  }

  private static TransactionProgress progress(SourceRecord record) {
    return SourceOffsetCodec.read("orders", record.sourceOffset()).transaction().orElseThrow();
  }

  @Test
  void snapshotsHaveNoMarkersAndVersionsWithoutEventsAnEndOnly() {
    RecordFixture fixture = fixture("skipped.operations", "c").snapshot(TABLE, "1-7");
    fixture.append(Changes.read(ROWS, 0));

    assertThat(fixture.emitted).hasSize(1);
    assertThat(fixture.last().headers().lastWithName("delta.transaction.id")).isNull();
    assertThat(fixture.factory.end()).isEmpty();
    fixture.version(TABLE).append(Changes.create(ROWS, 0));
    assertThat(fixture.emitted).hasSize(1);
    assertThat(fixture.factory.giveUp(null)).isEmpty();
    assertThat(end(fixture).getInt64("event_count")).isZero();
  }

  @Test
  void withoutTheOptionNothingIsAdded() {
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    fixture.append(Changes.create(ROWS, 0));

    assertThat(fixture.emitted).hasSize(1);
    assertThat(fixture.last().headers().lastWithName("delta.transaction.order")).isNull();
    assertThat(fixture.last().sourceOffset().containsKey("transaction")).isFalse();
    assertThat(fixture.factory.end()).isEmpty();
  }

  @Test
  void otherOptionsGiveOtherIds() {
    SourceOffset stored = completed(fixture());
    RecordFixture same = fixture("value.metadata.columns", "");
    same.factory.resume(stored);
    RecordFixture other = fixture("skip.messages.without.change", "false");
    other.factory.resume(stored);

    assertThat(id(same)).isEqualTo("orders:1");
    assertThat(id(other)).matches("orders:1:t[0-9a-f]{16}");
    RecordFixture back = fixture();
    back.factory.resume(other.factory.completed());
    assertThat(id(back)).isEqualTo("orders:1");
  }

  private static SourceOffset completed(RecordFixture fixture) {
    fixture.version(TABLE).append(Changes.create(ROWS, 0));
    return fixture.factory.completed();
  }

  private static String id(RecordFixture fixture) {
    fixture.version(TABLE).append(Changes.create(ROWS, 0));
    return header(fixture.last(), "delta.transaction.id").toString();
  }

  @Test
  void aCommitThatIsGivenUpHasAnEndThatSaysSo() {
    RecordFixture fixture = fixture().version(TABLE);
    fixture.append(Changes.create(ROWS, 0));
    SourceOffset inside = SourceOffsetCodec.read("orders", fixture.last().sourceOffset());

    SourceRecord given = fixture.factory.giveUp(inside.position().orElseThrow()).orElseThrow();
    assertThat(((Struct) given.value()).getBoolean("complete")).isFalse();
    assertThat(((Struct) given.value()).getInt64("event_count")).isEqualTo(1L);
    assertThat(SourceOffsetCodec.read("orders", given.sourceOffset()).position())
        .isEqualTo(inside.position());
    assertThat(fixture.factory.giveUp(inside.position().get())).isEmpty();

    RecordFixture restarted = fixture();
    // Restarted, and the log is gone before the version starts.
    restarted.factory.resume(inside);
    SourceRecord after = restarted.factory.giveUp(null).orElseThrow();
    assertThat(((Struct) after.value()).getString("id")).startsWith("orders:1");
    assertThat(((Struct) after.value()).getBoolean("complete")).isFalse();
    assertThat(restarted.factory.giveUp(null)).isEmpty();
    RecordFixture between = fixture();
    between.factory.resume(fixture.factory.completed());
    assertThat(between.factory.giveUp(null)).isEqualTo(Optional.empty());
  }
}
