package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.transforms.ExtractNewRecordState;
import io.deltacdf.connect.avro.ReferenceConverter;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.record.body.BodyStruct;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Cast;
import org.apache.kafka.connect.transforms.ExtractField;
import org.apache.kafka.connect.transforms.Flatten;
import org.apache.kafka.connect.transforms.HeaderFrom;
import org.apache.kafka.connect.transforms.HoistField;
import org.apache.kafka.connect.transforms.InsertField;
import org.apache.kafka.connect.transforms.MaskField;
import org.apache.kafka.connect.transforms.RegexRouter;
import org.apache.kafka.connect.transforms.ReplaceField;
import org.apache.kafka.connect.transforms.SetSchemaMetadata;
import org.apache.kafka.connect.transforms.TimestampConverter;
import org.apache.kafka.connect.transforms.TimestampRouter;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.ValueToKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Transforms make of rows with and without bodies what they make of Connect's own Structs. */
class BodiesAndTransformsTest {
  private static final TableSchema TABLE =
      schema(
          field("id", Primitive.LONG),
          field("name", Primitive.STRING),
          field("price", decimal(10, 2)),
          field("at", Primitive.TIMESTAMP),
          field("address", struct(field("city", Primitive.STRING))),
          field("tags", array(Primitive.STRING)),
          field("counts", map(Primitive.STRING, Primitive.INTEGER)));

  private static final Object[] ROW = {
    1L, "Ann", new BigDecimal("1.50"), 5_000L, Arrays.asList("Ulm"), List.of("a"), Map.of("k", 1)
  };
  private static final Object[] NULLS = {2L, null, null, null, null, null, null};

  static Stream<Arguments> transforms() {
    return Stream.of(
        row(new ReplaceField.Value<>(), "exclude", "name"),
        row(new ReplaceField.Value<>(), "renames", "name:called"),
        row(new InsertField.Value<>(), "static.field", "origin", "static.value", "delta"),
        row(new MaskField.Value<>(), "fields", "name", "replacement", "***"),
        row(new Cast.Value<>(), "spec", "id:string"),
        row(new TimestampConverter.Value<>(), "field", "_commit_version", "target.type", "Date"),
        row(new Flatten.Value<>(), "delimiter", "_"),
        row(new HoistField.Value<>(), "field", "line"),
        row(new ExtractField.Value<>(), "field", "address"),
        row(new HeaderFrom.Value<>(), "fields", "name", "headers", "n", "operation", "copy"),
        row(new HeaderFrom.Value<>(), "fields", "name", "headers", "n", "operation", "move"),
        row(new ValueToKey<>(), "fields", "id"),
        row(new SetSchemaMetadata.Value<>(), "schema.name", "other", "schema.version", "3"),
        row(new RegexRouter<>(), "regex", ".*", "replacement", "topic"),
        row(new TimestampRouter<>(), "topic.format", "${topic}"),
        Arguments.of("debezium", new ExtractNewRecordState<SourceRecord>(), Map.of()),
        Arguments.of(
            "debezium",
            new ExtractNewRecordState<SourceRecord>(),
            Map.of("add.fields", "op,table", "delete.tombstone.handling.mode", "rewrite")),
        Arguments.of("debezium", new Flatten.Value<SourceRecord>(), Map.of()),
        Arguments.of("debezium", new ExtractField.Value<SourceRecord>(), Map.of("field", "after")));
  }

  private static Arguments row(Transformation<SourceRecord> transform, String... options) {
    Map<String, String> map = new java.util.HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return Arguments.of("row", transform, map);
  }

  @ParameterizedTest
  @MethodSource("transforms")
  void makeTheSameOfAllForms(
      String format, Transformation<SourceRecord> transform, Map<String, String> options) {
    transform.configure(options);
    for (SourceRecord record : records(format)) {
      SourceRecord plain = with(record, plain((Struct) copyWithoutBody(record)));
      Object expected = outcome(transform, plain);
      Object actual = outcome(transform, record);
      if (expected instanceof SourceRecord made && actual instanceof SourceRecord other) {
        assertThat(other.valueSchema()).isEqualTo(made.valueSchema());
        assertThat(other.key()).isEqualTo(made.key());
        assertThat(other.topic()).isEqualTo(made.topic());
        assertThat(bytes(other)).isEqualTo(bytes(made));
        assertThat(new ArrayList<>(list(other.headers())))
            .isEqualTo(new ArrayList<>(list(made.headers())));
      } else {
        assertThat(actual).isEqualTo(expected);
      }
    }
    transform.close();
  }

  private static List<Object> list(Iterable<?> items) {
    List<Object> list = new ArrayList<>();
    items.forEach(list::add);
    return list;
  }

  private static Object bytes(SourceRecord record) {
    return record.value() == null
        ? "none"
        : new ReferenceConverter().body(record.valueSchema(), record.value());
  }

  private static Object outcome(Transformation<SourceRecord> transform, SourceRecord record) {
    try {
      SourceRecord made = transform.apply(record);
      return made == null ? "dropped" : made;
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Records with values, then records with bodies. */
  private static List<SourceRecord> records(String format) {
    List<String> options = new ArrayList<>(List.of("record.format", format));
    if (format.equals("row")) {
      options.addAll(List.of("delete.tombstone.handling.mode", "rewrite"));
    }
    RecordFixture fixture = new RecordFixture("id", options.toArray(String[]::new));
    MemoryBatch batch = MemoryBatch.of(TABLE, ROW, NULLS);
    for (int round = 0; round < 2; round++) {
      fixture.version(TABLE);
      fixture.append(Changes.create(batch, 0));
      fixture.append(Changes.update(batch, 0, batch, 1));
      fixture.append(Changes.delete(batch, 0));
      ((BodyStruct) fixture.emitted.get(0).record().value()).prefixedAvroBody();
    }
    List<SourceRecord> records =
        fixture.emitted.stream()
            .map(RecordFixture.Sized::record)
            .filter(record -> record.value() != null)
            .toList();
    assertThat(((BodyStruct) records.get(0).value()).prefixedAvroBody()).isNull();
    assertThat(((BodyStruct) records.get(records.size() - 1).value()).prefixedAvroBody())
        .isNotNull();
    return records;
  }

  /** Reads a copy, since reading a body's nested values would drop it. */
  private static Object copyWithoutBody(SourceRecord record) {
    BodyStruct value = (BodyStruct) record.value();
    byte[] body = value.prefixedAvroBody();
    return body == null
        ? value
        : new ReferenceConverter()
            .read(
                new ReferenceConverter().schema(value.schema()),
                Arrays.copyOfRange(body, 5, body.length))
            .value();
  }

  private static SourceRecord with(SourceRecord record, Struct value) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        value.schema(),
        value,
        record.timestamp(),
        record.headers().duplicate());
  }

  private static Struct plain(Struct struct) {
    Struct plain = new Struct(struct.schema());
    for (Field field : struct.schema().fields()) {
      Object value = struct.getWithoutDefault(field.name());
      plain.put(
          field,
          value instanceof Struct nested && field.schema().type() == Schema.Type.STRUCT
              ? plain(nested)
              : value);
    }
    return plain;
  }
}
