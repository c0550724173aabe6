package io.deltacdf.connect.demo;

import io.deltacdf.connect.avro.DeltaAvroConverter;
import io.deltacdf.connect.testing.SchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.SchemaFormatter;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.Converter;

/** Avro records of the converter in the plugin, whose schemas are in a registry. */
final class AvroRecords implements RecordForm {
  private static final String URL = "schema.registry.url";

  private final SchemaRegistry registry;
  private final Converter keys = new DeltaAvroConverter();
  private final Converter values = new DeltaAvroConverter();
  private final Converter json = new JsonConverter();

  AvroRecords(SchemaRegistry registry) {
    this.registry = registry;
    keys.configure(Map.of(URL, registry.confluentUrl()), true);
    values.configure(Map.of(URL, registry.confluentUrl()), false);
    json.configure(Map.of("schemas.enable", "false", "decimal.format", "NUMERIC"), false);
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    for (String converter : List.of("key.converter", "value.converter")) {
      options.put(converter, DeltaAvroConverter.class.getName());
      options.put(converter + "." + URL, registry.confluentUrl());
    }
    return options;
  }

  @Override
  public String json(String topic, byte[] bytes, boolean isKey) {
    if (bytes == null) {
      return null;
    }
    SchemaAndValue data = (isKey ? keys : values).toConnectData(topic, bytes);
    return new String(
        json.fromConnectData(topic, data.schema(), data.value()), StandardCharsets.UTF_8);
  }

  @Override
  public void printSchema(Screen screen, String topic) {
    String subject = topic + "-value";
    screen.blank();
    screen.title("GET " + registry.confluentUrl() + "/subjects/" + subject + "/versions/latest");
    List<Integer> versions = registry.versions(subject);
    screen.line(
        "The schema of the values, version %d of %d:"
            .formatted(versions.get(versions.size() - 1), versions.size()));
    screen.line(SchemaFormatter.format("json/pretty", registry.latest(subject)));
  }
}
