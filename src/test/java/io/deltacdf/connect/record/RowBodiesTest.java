package io.deltacdf.connect.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.avro.ReferenceConverter;
import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.change.Change;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.record.body.BodyStruct;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import io.deltacdf.connect.testing.RandomColumns;
import io.deltacdf.connect.testing.Schemas;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A body that is written straight from columns has the bytes that a converter writes for the plain
 * Struct of the same row, and is decoded to the same values.
 */
class RowBodiesTest {
  private static final List<String> TIMES = List.of("ts_ms", "ts_us", "ts_ns");
  private static final int SCHEMAS = 25;
  private static final int ROWS = 6;

  static Stream<Arguments> forms() {
    List<String[]> modes =
        List.of(
            new String[] {},
            new String[] {"schema.nullability", "table", "float.special.handling", "text"},
            new String[] {
              "binary.handling.mode", "hex", "decimal.handling.mode", "string",
              "time.precision.mode", "isostring", "float.special.handling", "null"
            },
            new String[] {
              "time.precision.mode",
              "connect",
              "decimal.handling.mode",
              "double",
              "schema.nullability",
              "table"
            });
    List<Arguments> forms = new ArrayList<>();
    for (String format : List.of("row", "debezium")) {
      for (int i = 0; i < modes.size(); i++) {
        List<String> options = new ArrayList<>(List.of(modes.get(i)));
        options.addAll(List.of("record.format", format));
        if (format.equals("row")) {
          options.addAll(List.of("delete.tombstone.handling.mode", "rewrite"));
        }
        forms.add(Arguments.of((long) i, options));
      }
    }
    forms.add(
        Arguments.of(
            9L, List.of("record.format", "debezium", "provide.transaction.metadata", "true")));
    forms.add(
        Arguments.of(
            8L,
            List.of(
                "value.metadata.columns",
                "_commit_timestamp,_change_type",
                "delete.tombstone.handling.mode",
                "rewrite")));
    return forms.stream();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void haveTheBytesOfOtherConverters(long seed, List<String> options) {
    Random random = new Random(seed);
    for (int i = 0; i < SCHEMAS; i++) {
      RandomColumns columns = new RandomColumns(random, random.nextDouble(), true);
      TableSchema schema = columns.schema(3);
      Object[][] rows = new Object[ROWS][];
      for (int row = 0; row < ROWS; row++) {
        rows[row] = columns.row(schema);
      }
      compare(records(schema, rows, options, false), records(schema, rows, options, true));
    }
  }

  private static void compare(List<SourceRecord> plain, List<SourceRecord> encoded) {
    ReferenceConverter reference = new ReferenceConverter();
    assertThat(encoded).hasSameSizeAs(plain);
    for (int i = 0; i < plain.size(); i++) {
      if (!(plain.get(i).value() instanceof BodyStruct expected)) {
        continue;
      }
      BodyStruct actual = (BodyStruct) encoded.get(i).value();
      Schema schema = actual.schema();
      byte[] prefixed = actual.prefixedAvroBody();
      assertThat(prefixed).isNotNull();
      // The decoded values, which have the time at which this record was made.
      Struct copy = copy(actual);
      assertThat(Arrays.copyOfRange(prefixed, AvroBody.PREFIX, prefixed.length))
          .as("%s", schema.fields())
          .isEqualTo(reference.body(schema, copy));
      for (Field field : schema.fields()) {
        if (TIMES.contains(field.name())) {
          expected.put(field, copy.get(field));
        }
      }
      assertThat(expected.schema()).isEqualTo(schema);
      expected.validate();
      actual.validate();
      assertThat(reference.body(schema, expected)).isEqualTo(reference.body(schema, copy));
    }
  }

  private static Struct copy(Struct struct) {
    Struct copy = new Struct(struct.schema());
    for (Field field : struct.schema().fields()) {
      copy.put(field, struct.getWithoutDefault(field.name()));
    }
    return copy;
  }

  /** Returns the records of a snapshot, and of a commit with changes of all kinds. */
  private static List<SourceRecord> records(
      TableSchema schema, Object[][] rows, List<String> options, boolean withBodies) {
    RecordFixture fixture = new RecordFixture("id", options.toArray(String[]::new));
    MemoryBatch batch = MemoryBatch.of(schema, rows);
    fixture.snapshot(schema, "snapshot");
    fixture.append(Changes.read(batch, 0));
    if (withBodies) {
      // Without bodies, nobody asks.
      assertThat(((BodyStruct) fixture.last().value()).prefixedAvroBody()).isNull();
    }
    fixture.append(Changes.read(batch, 1));
    fixture.version(schema);
    for (Change change : List.of(Changes.create(batch, 2), Changes.update(batch, 2, batch, 3))) {
      fixture.append(change);
    }
    fixture.append(Changes.delete(batch, 4)).append(Changes.create(batch, 5));
    return fixture.emitted.stream().skip(1).map(RecordFixture.Sized::record).toList();
  }

  @Test
  void aSchemaThatAvroCannotExpressHasNoBodies() {
    TableSchema schema =
        Schemas.schema(
            Schemas.required("id", Primitive.LONG),
            Schemas.field(
                "a",
                Schemas.array(
                    Schemas.struct(
                        Schemas.field("x-y", Primitive.LONG),
                        Schemas.field("x_y", Primitive.LONG)))));
    for (String format : List.of("row", "debezium")) {
      RecordFixture fixture = new RecordFixture("id", "record.format", format);
      BodyStruct first = (BodyStruct) fixture.create(schema, 1L, null).value();
      assertThat(first.prefixedAvroBody()).isNull();
      BodyStruct second =
          (BodyStruct) fixture.create(schema, 2L, List.of(Arrays.asList(3L, 4L))).value();
      assertThat(second.prefixedAvroBody()).isNull();
      assertThat(second.toString()).contains("x-y=3", "x_y=4");
    }
  }
}
