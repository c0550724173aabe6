package io.deltacdf.connect.avro;

import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.change.Changes;
import io.deltacdf.connect.record.RecordFixture;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.testing.MemoryBatch;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;

/**
 * The whole records in docs/records.md are those that the connector makes and its converter to Avro
 * registers and writes.
 */
class RecordsDocTest {
  private static final Path DOCUMENT = Path.of("docs/records.md");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WIDTH = 120;

  /** What differs from run to run or release to release, and what the document shows instead. */
  private static final Map<String, Object> SHOWN =
      Map.of(
          "version", "1.0.0",
          "ts_ms", 1_767_225_601_000L,
          "ts_us", 1_767_225_601_000_000L,
          "ts_ns", 1_767_225_601_000_000_000L);

  private static final TableSchema TABLE =
      schema(
          field("id", Primitive.LONG),
          field("name", Primitive.STRING),
          field("amount", decimal(10, 2)));

  private static final MemoryBatch ROWS =
      MemoryBatch.of(
          TABLE,
          new Object[] {1L, "Ada", new BigDecimal("12.30")},
          new Object[] {2L, "Bob", new BigDecimal("0.99")},
          new Object[] {2L, "Bob", null});

  private final Map<String, String> schemas = new LinkedHashMap<>();

  @Test
  void theRowsInTheDocumentAreThoseOfTheCode() throws IOException {
    check("row");
  }

  @Test
  void theEnvelopesInTheDocumentAreThoseOfTheCode() throws IOException {
    check("debezium");
  }

  private void check(String format) throws IOException {
    String records = records(new RecordFixture("id", "record.format", format));
    List<String> blocks =
        new ArrayList<>(
            schemas.values().stream().map(text -> "```json\n" + text + "\n```").toList());
    blocks.add("```text\n" + records + "\n```");
    assertThat(blocks).as("schema of the key, of the value, the records").hasSize(3);

    String document = Files.readString(DOCUMENT);
    String heading = "\n### `record.format=%s`\n".formatted(format);
    assertThat(document).contains(heading);
    String section = document.substring(document.indexOf(heading) + heading.length());
    assertThat(section.substring(0, section.indexOf("\n## "))).contains(blocks);
  }

  /** Returns a record of each operation as text, and keeps the registered schemas. */
  private String records(RecordFixture fixture) throws IOException {
    Map<String, Integer> operations = new LinkedHashMap<>();
    fixture.snapshot(TABLE, "1-7").append(Changes.read(ROWS, 0));
    operations.put("read", fixture.emitted.size());
    fixture.version(TABLE).append(Changes.create(ROWS, 1));
    operations.put("insert", fixture.emitted.size());
    fixture.version(TABLE).append(Changes.update(ROWS, 1, ROWS, 2));
    operations.put("update", fixture.emitted.size());
    fixture.version(TABLE).append(Changes.delete(ROWS, 2));
    operations.put("delete", fixture.emitted.size());

    List<String> lines = new ArrayList<>();
    int next = 0;
    for (Map.Entry<String, Integer> operation : operations.entrySet()) {
      for (; next < operation.getValue(); next++) {
        SourceRecord made = fixture.emitted.get(next).record();
        lines.add(
            (made.value() == null ? operation.getKey() + " (tombstone)" : operation.getKey())
                + "\n  key    "
                + text(avro(made, true), 9)
                + "\n  value  "
                + text(avro(made, false), 9));
      }
    }
    return String.join("\n", lines);
  }

  /** Writes a key or value with the converter, and reads it as a consumer that knows only Avro. */
  private Object avro(SourceRecord made, boolean isKey) throws IOException {
    byte[] bytes;
    String registered;
    try (RegistryStub registry = new RegistryStub().answer(200, "{\"id\": 1}")) {
      DeltaAvroConverter converter = new DeltaAvroConverter();
      converter.configure(Map.of("schema.registry.url", registry.url()), isKey);
      bytes =
          isKey
              ? converter.fromConnectData(made.topic(), made.keySchema(), made.key())
              : converter.fromConnectData(made.topic(), made.valueSchema(), made.value());
      if (bytes == null) {
        return null;
      }
      RegistryStub.Request request = registry.requests().get(0);
      String subject = request.path().replaceAll(".*/subjects/([^/]*)/.*", "$1");
      registered = JSON.readTree(request.body()).get("schema").textValue();
      String shown = text(JSON.readValue(registered, Object.class), 0);
      assertThat(schemas.computeIfAbsent(subject, none -> shown)).isEqualTo(shown);
    }
    GenericData data = new GenericData();
    data.addLogicalTypeConversion(new Conversions.DecimalConversion());
    Schema schema = new Schema.Parser().parse(registered);
    Object datum =
        new GenericDatumReader<>(schema, schema, data)
            .read(null, DecoderFactory.get().binaryDecoder(bytes, 5, bytes.length - 5, null));
    return plain(datum);
  }

  /** Returns a datum as Java's maps and values. The times of creation become fixed ones. */
  private static Object plain(Object datum) {
    if (!(datum instanceof GenericRecord)) {
      return datum instanceof CharSequence ? datum.toString() : datum;
    }
    GenericRecord of = (GenericRecord) datum;
    boolean envelope = of.getSchema().getName().equals("Envelope");
    boolean source = of.getSchema().getField("connector") != null;
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Schema.Field field : of.getSchema().getFields()) {
      String name = field.name();
      boolean varies = envelope || source && name.equals("version");
      fields.put(name, varies && SHOWN.containsKey(name) ? SHOWN.get(name) : plain(of.get(name)));
    }
    return fields;
  }

  /** Returns JSON in one line if it fits behind the indentation, otherwise in as few as needed. */
  private static String text(Object json, int indent) {
    String line = line(json);
    if (indent + line.length() < WIDTH || !(json instanceof Map || json instanceof List)) {
      return line;
    }
    if (json instanceof List<?> list) {
      String start = "\n" + " ".repeat(indent + 2);
      return list.stream()
          .map(part -> start + text(part, indent + 2))
          .collect(Collectors.joining(",", "[", "]"));
    }
    return filled((Map<?, ?>) json, indent + 1);
  }

  /** Puts as many fields into each line as fit. */
  private static String filled(Map<?, ?> json, int indent) {
    StringBuilder filled = new StringBuilder("{");
    int column = indent;
    String between = "";
    for (Map.Entry<?, ?> field : json.entrySet()) {
      String name = "\"" + field.getKey() + "\": ";
      String line = name + line(field.getValue());
      if (between.isEmpty() || column + 2 + line.length() < WIDTH) {
        column += between.length() + line.length();
        filled.append(between).append(line);
      } else {
        String part =
            name
                + text(
                    field.getValue(),
                    indent + (field.getValue() instanceof Map ? name.length() : 0));
        filled.append(",\n").append(" ".repeat(indent)).append(part);
        column = part.contains("\n") ? WIDTH : indent + part.length();
      }
      between = ", ";
    }
    return filled.append("}").toString();
  }

  private static String line(Object json) {
    if (json instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(of -> "\"" + of.getKey() + "\": " + line(of.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (json instanceof List<?> list) {
      return list.stream().map(RecordsDocTest::line).collect(Collectors.joining(", ", "[", "]"));
    }
    return json instanceof String
        ? "\"" + json.toString().replace("\"", "\\\"") + "\""
        : String.valueOf(json);
  }
}
