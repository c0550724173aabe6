package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.deltacdf.connect.record.RecordSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Writes records as lines of JSON: {@code {"key": …, "value": …, "headers": {…}, "offset": {…},
 * "timestamp": …}}, with the data in the form of {@link ConnectJson}. The timestamp is null if the
 * producer sets it.
 */
final class RecordLines implements RecordSink {
  private final JsonLines out;
  private final RowCounter counter;

  /**
   * @param counter counts the records
   */
  RecordLines(JsonLines out, RowCounter counter) {
    this.out = out;
    this.counter = counter;
  }

  /**
   * @throws UncheckedIOException if the line cannot be written
   */
  @Override
  public void accept(SourceRecord record, int sizeInBytes) {
    try {
      write(record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    counter.add(1);
  }

  private void write(SourceRecord record) throws IOException {
    JsonGenerator json = out.generator();
    json.writeStartObject();
    json.writeFieldName("key");
    ConnectJson.write(json, record.keySchema(), record.key());
    json.writeFieldName("value");
    ConnectJson.write(json, record.valueSchema(), record.value());
    json.writeObjectFieldStart("headers");
    for (Header header : record.headers()) {
      json.writeFieldName(header.key());
      ConnectJson.write(json, header.schema(), header.value());
    }
    json.writeEndObject();
    json.writeFieldName("offset");
    ConnectJson.write(json, null, record.sourceOffset());
    json.writeFieldName("timestamp");
    ConnectJson.write(json, null, record.timestamp());
    json.writeEndObject();
    json.writeRaw('\n');
  }
}
