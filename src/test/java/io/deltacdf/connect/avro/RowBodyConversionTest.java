package io.deltacdf.connect.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.record.RecordFixture;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import io.deltacdf.connect.testing.Schemas;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.InsertField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of the connector, with the converter that asks for their bodies. */
class RowBodyConversionTest {
  private static final TableSchema TABLE =
      Schemas.schema(
          Schemas.required("id", Primitive.LONG),
          Schemas.field("name", Primitive.STRING),
          Schemas.field("address", Schemas.struct(Schemas.field("city", Primitive.STRING))));
  private static final MemoryBatch ROWS =
      MemoryBatch.of(
          TABLE,
          new Object[] {1L, "Ann", Arrays.asList("Ulm")},
          new Object[] {2L, "Bob", null},
          new Object[] {3L, null, Arrays.asList((Object) null)});

  private final RegistryStub registry = new RegistryStub();
  private final ReferenceConverter reference = new ReferenceConverter();

  @AfterEach
  void close() {
    registry.close();
  }

  private DeltaAvroConverter converter(String... options) {
    registry.answer(200, "{\"id\":7}");
    Map<String, String> config = new java.util.HashMap<>();
    config.put("schema.registry.url", registry.url());
    for (int i = 0; i < options.length; i += 2) {
      config.put(options[i], options[i + 1]);
    }
    DeltaAvroConverter converter = new DeltaAvroConverter();
    converter.configure(config, false);
    return converter;
  }

  private static byte[] convert(DeltaAvroConverter converter, SourceRecord record) {
    return converter.fromConnectData(record.topic(), record.valueSchema(), record.value());
  }

  /** The bytes for a plain Struct with the values of the record, which lose no body. */
  private byte[] expected(SourceRecord record) {
    Struct value = (Struct) record.value();
    Struct copy = new Struct(value.schema());
    for (Field field : value.schema().fields()) {
      copy.put(field, value.get(field));
    }
    byte[] body = reference.body(value.schema(), copy);
    byte[] all = new byte[AvroBody.PREFIX + body.length];
    all[AvroBody.PREFIX - 1] = 7;
    System.arraycopy(body, 0, all, AvroBody.PREFIX, body.length);
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "debezium"})
  void allButTheFirstRecordAreHandedOnAsTheyWereRead(String format) {
    DeltaAvroConverter converter = converter();
    RecordFixture fixture = new RecordFixture("id", "record.format", format).version(TABLE);
    for (int row = 0; row < 3; row++) {
      SourceRecord record = fixture.append(Changes.create(ROWS, row)).last();
      byte[] bytes = convert(converter, record);
      byte[] body = ((AvroBody) record.value()).prefixedAvroBody();
      if (row == 0) {
        assertThat(body).isNull();
      } else {
        assertThat(bytes).isSameAs(body);
        // Connect may convert a record again, for example under errors.tolerance.
        assertThat(convert(converter, record)).isSameAs(body);
      }
      assertThat(bytes).isEqualTo(expected(record));
      // Now the body is lost, and the converter encodes the values.
      assertThat(convert(converter, record)).isEqualTo(bytes);
    }
  }

  @Test
  void noBodiesAreWrittenIfTransformsReplaceTheStructs() {
    DeltaAvroConverter converter = converter();
    InsertField.Value<SourceRecord> insert = new InsertField.Value<>();
    insert.configure(Map.of("static.field", "origin", "static.value", "delta"));
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    for (int row = 0; row < 3; row++) {
      SourceRecord record = fixture.append(Changes.create(ROWS, row)).last();
      SourceRecord inserted = insert.apply(record);
      assertThat(convert(converter, inserted)).isEqualTo(expected(inserted));
    }
    assertThat(((AvroBody) fixture.last().value()).prefixedAvroBody()).isNull();
    insert.close();
  }

  @Test
  void noBodiesAreWrittenForOptionsThatChangeThem() {
    DeltaAvroConverter converter = converter("ignore.default.for.nullables", "true");
    RecordFixture fixture = new RecordFixture("id").version(TABLE);
    for (int row = 0; row < 3; row++) {
      convert(converter, fixture.append(Changes.create(ROWS, row)).last());
    }
    assertThat(((AvroBody) fixture.last().value()).prefixedAvroBody()).isNull();
  }
}
