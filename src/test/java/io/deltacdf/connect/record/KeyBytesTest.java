package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.mapped;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key of a row has the same bytes in every version, whatever changes in other columns. */
class KeyBytesTest {
  private record Version(TableSchema schema, List<Object> row) {
    Version(TableSchema schema, Object... row) {
      this(schema, List.of(row));
    }

    Object[] values() {
      return row.toArray();
    }
  }

  private static final List<Version> VERSIONS =
      List.of(
          new Version(
              schema(
                  mapped("a", "c1", Primitive.INTEGER),
                  mapped("b", "c2", Primitive.STRING),
                  mapped("note", "c3", Primitive.STRING)),
              1,
              "x",
              "n"),
          // A column is added before the key, and the key is widened.
          new Version(
              schema(
                  mapped("added", "c4", Primitive.DATE),
                  mapped("a", "c1", Primitive.LONG),
                  mapped("b", "c2", Primitive.STRING),
                  mapped("note", "c3", Primitive.STRING)),
              0,
              1L,
              "x",
              "n"),
          // One column is renamed, one dropped, one gets another type, and the order changes.
          new Version(
              schema(
                  mapped("b", "c2", Primitive.STRING),
                  mapped("a", "c1", Primitive.LONG),
                  mapped("comment", "c3", Primitive.BINARY)),
              "x",
              1L,
              new byte[] {1}),
          // The nullability of the key columns changes.
          new Version(
              schema(required("b", Primitive.STRING), required("a", Primitive.LONG)), "x", 1L));

  @ParameterizedTest
  @CsvSource({
    "a, auto, true",
    "a, auto, false",
    "'a,b', auto, true",
    "'a,b', string, true",
    "'b,a', struct, true",
    "a, struct, false",
  })
  void keysKeepTheirBytesAcrossSchemaChanges(String key, String format, String schemas) {
    RecordFixture fixture =
        new RecordFixture(key, "key.format", format, "schema.nullability", "table");
    Set<String> bytes = new HashSet<>();
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", schemas), true);
      for (Version version : VERSIONS) {
        SourceRecord record = fixture.create(version.schema(), version.values());
        bytes.add(text(converter, record));
        // The tombstone of the row has the same key.
        bytes.add(text(converter, deleted(fixture, version)));
      }
    }
    assertThat(bytes).hasSize(1);
  }

  private static SourceRecord deleted(RecordFixture fixture, Version version) {
    return fixture.delete(
        io.deltacdf.connect.testing.MemoryBatch.row(version.schema(), version.values()));
  }

  private static String text(JsonConverter converter, SourceRecord record) {
    return new String(
        converter.fromConnectData(record.topic(), record.keySchema(), record.key()),
        StandardCharsets.UTF_8);
  }
}
