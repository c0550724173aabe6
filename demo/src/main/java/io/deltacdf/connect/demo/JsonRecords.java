package io.deltacdf.connect.demo;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records of Connect's JSON converter, without schemas. */
final class JsonRecords implements RecordForm {
  @Override
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    for (String converter : List.of("key.converter", "value.converter")) {
      options.put(converter, "org.apache.kafka.connect.json.JsonConverter");
      options.put(converter + ".schemas.enable", "false");
      options.put(converter + ".decimal.format", "NUMERIC");
    }
    return options;
  }

  @Override
  public String json(String topic, byte[] bytes, boolean isKey) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void printSchema(Screen screen, String topic) {
    // JSON without schemas.
  }
}
