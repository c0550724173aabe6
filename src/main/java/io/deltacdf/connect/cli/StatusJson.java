package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.deltacdf.connect.offset.SourceOffset;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Writes the status of a connector and its tables as one JSON object, for programs. */
final class StatusJson {
  private StatusJson() {}

  static void write(ConnectorStatus connector, List<TableStatus> tables, Instant now, JsonLines out)
      throws IOException {
    JsonGenerator json = out.generator();
    json.writeStartObject();
    json.writeStringField("connector", connector.name());
    json.writeStringField("state", connector.state().toLowerCase(Locale.ROOT));
    json.writeNumberField("tasks", connector.tasks().size());
    json.writeStringField("timestamp", now.toString());
    json.writeArrayFieldStart("tables");
    for (TableStatus table : tables) {
      write(table, json);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private static void write(TableStatus table, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("table", table.table());
    json.writeStringField("state", table.state().name().toLowerCase(Locale.ROOT));
    number(json, "version", table.offset().map(SourceOffset::version));
    json.writeBooleanField(
        "version_completed", table.offset().filter(SourceOffset::isCompleted).isPresent());
    number(
        json,
        "latest_version",
        table.latest().isPresent() ? Optional.of(table.latest().getAsLong()) : Optional.empty());
    number(json, "behind_seconds", table.behind().map(Duration::toSeconds));
    number(json, "headroom_seconds", table.headroom().map(Duration::toSeconds));
    json.writeBooleanField("needs_person", table.needsPerson());
    json.writeFieldName("problem");
    json.writeString(table.problem().orElse(null));
    json.writeEndObject();
  }

  private static void number(JsonGenerator json, String name, Optional<Long> value)
      throws IOException {
    json.writeFieldName(name);
    if (value.isPresent()) {
      json.writeNumber(value.get());
    } else {
      json.writeNull();
    }
  }
}
