package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.deltacdf.connect.change.ChangeSource;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.Retention;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TypeNames;
import io.deltacdf.connect.table.column.UnreadableColumn;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Writes the description of a table as one JSON object, for programs. */
final class DescriptionJson {
  private final TableDescription table;
  private final JsonGenerator json;

  private DescriptionJson(TableDescription table, JsonGenerator json) {
    this.table = table;
    this.json = json;
  }

  static void write(TableDescription table, JsonLines out) throws IOException {
    new DescriptionJson(table, out.generator()).write();
  }

  private void write() throws IOException {
    TableState state = table.state();
    json.writeStartObject();
    json.writeStringField("path", table.path());
    json.writeStringField("id", state.tableId());
    json.writeNumberField("earliest_version", table.earliest());
    instant("earliest_timestamp", table.history().oldest().map(LogHistory.CommitTime::timestamp));
    json.writeNumberField("latest_version", table.latest().version());
    instant("latest_timestamp", Optional.of(table.latest().timestamp()));
    json.writeNumberField("min_reader_version", state.minReaderVersion());
    json.writeNumberField("min_writer_version", state.minWriterVersion());
    strings("features", state.features());
    strings("partition_columns", state.schema().partitionColumns());
    changeFeed();
    retention("log_retention", table.logRetention());
    json.writeBooleanField("log_cleanup", table.logIsCleaned());
    retention("deleted_file_retention", table.deletedFileRetention());
    instant("earliest_version_goes_from", table.oldestGoesFrom());
    number("earliest_version_goes_in_seconds", table.untilOldestGoes().map(Duration::toSeconds));
    number("safe_from_vacuum_version", table.safeFromVacuum().map(LogHistory.CommitTime::version));
    string("problem", table.history().problem().map(DeltaCdfException::getMessage));
    columns();
    json.writeEndObject();
    json.writeRaw('\n');
  }

  private void changeFeed() throws IOException {
    json.writeObjectFieldStart("change_feed");
    json.writeBooleanField("enabled", table.state().changeFeedEnabled());
    number("since_version", table.changeFeedSince().map(LogHistory.CommitTime::version));
    instant("since_timestamp", table.changeFeedSince().map(LogHistory.CommitTime::timestamp));
    json.writeBooleanField("may_be_longer", table.changeFeedMayBeOnLonger());
    json.writeBooleanField("row_tracking", table.state().rowTrackingEnabled());
    json.writeStringField("auto_by_key", source(true));
    json.writeStringField("auto_by_row", source(false));
    json.writeArrayFieldStart("periods");
    for (LogHistory.Period period : table.history().periods()) {
      json.writeStartObject();
      json.writeBooleanField("enabled", period.changeFeedOn());
      json.writeNumberField("first_version", period.first().version());
      json.writeNumberField("last_version", period.last());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Returns where {@code change.feed=auto} takes the next changes from. */
  private String source(boolean consolidated) {
    return ChangeSource.underAuto(table.state(), consolidated).name().toLowerCase(Locale.ROOT);
  }

  private void retention(String name, Retention retention) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("property", retention.property());
    json.writeStringField("value", retention.text());
    json.writeBooleanField("default", retention.isDefault());
    number("seconds", retention.duration().map(Duration::toSeconds));
    json.writeEndObject();
  }

  private void columns() throws IOException {
    json.writeArrayFieldStart("columns");
    for (Field field : table.state().schema().fields()) {
      json.writeStartObject();
      json.writeStringField("name", field.name());
      json.writeStringField("type", TypeNames.of(field.type()));
      json.writeBooleanField("nullable", field.nullable());
      json.writeEndObject();
    }
    json.writeEndArray();
    strings(
        "unreadable_columns",
        table.state().schema().unreadable().stream().map(UnreadableColumn::problem).toList());
  }

  private void strings(String name, Collection<String> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  private void string(String name, Optional<String> value) throws IOException {
    json.writeFieldName(name);
    json.writeString(value.orElse(null));
  }

  private void instant(String name, Optional<Instant> value) throws IOException {
    string(name, value.map(Instant::toString));
  }

  private void number(String name, Optional<Long> value) throws IOException {
    json.writeFieldName(name);
    if (value.isPresent()) {
      json.writeNumber(value.get());
    } else {
      json.writeNull();
    }
  }
}
