package io.deltacdf.connect.testing.sinks;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Converts records to bulk actions, as Confluent's {@code DataConverter} and Aiven's {@code
 * BulkOperationBuilder} do:
 *
 * <ul>
 *   <li>The id of a document is the key, which must have a type of STRING or INT8 to INT64. The
 *       type is that of the schema or, without a schema, of the Java class. Any other key, or no
 *       key, fails the task. With {@code key.ignore=true}, the id is {@code
 *       topic+partition+offset}.
 *   <li>A null value is ignored, deletes the document, or fails the task ({@code
 *       behavior.on.null.values}).
 *   <li>Inserts and deletes use the Kafka offset as external version, so that an older record never
 *       replaces a newer one. Upserts have no version and keep the fields that they do not contain.
 * </ul>
 */
final class BulkActions {
  private final SearchSinkConfig config;
  private final JsonConverter json = new JsonConverter();

  BulkActions(SearchSinkConfig config) {
    this.config = config;
    json.configure(Map.of("schemas.enable", "false"), false);
  }

  /** Returns the action for a record; null if the record is ignored. */
  BulkAction of(String index, SinkRecord record) {
    boolean delete = record.value() == null;
    if (delete && !isDeleted(record)) {
      return null;
    }
    Map<String, Object> target = new LinkedHashMap<>();
    target.put("_index", index);
    target.put("_id", id(record));
    boolean upsert = !delete && config.isUpsert();
    boolean versioned = !upsert && !config.ignoresKey();
    if (versioned) {
      target.put("version", record.kafkaOffset());
      target.put("version_type", "external");
    }
    if (delete) {
      return new BulkAction(line("delete", target), null, versioned, record);
    } else if (upsert) {
      target.put("retry_on_conflict", 3L);
      String document = "{\"doc\":" + document(record) + ",\"doc_as_upsert\":true}";
      return new BulkAction(line("update", target), document, false, record);
    }
    return new BulkAction(line("index", target), document(record), versioned, record);
  }

  private boolean isDeleted(SinkRecord record) {
    return switch (config.onNullValues()) {
      case "ignore" -> false;
      // Without a key, there is nothing to delete.
      case "delete" -> record.key() != null;
      default ->
          throw new DataException(
              "Record %s-%d@%d has a null value, and behavior.on.null.values=fail"
                  .formatted(record.topic(), record.kafkaPartition(), record.kafkaOffset()));
    };
  }

  private String id(SinkRecord record) {
    if (config.ignoresKey()) {
      return record.topic() + "+" + record.kafkaPartition() + "+" + record.kafkaOffset();
    }
    Object key = record.key();
    if (key == null) {
      throw new DataException("Key is used as document id and can not be null.");
    }
    if (config.rejectsEmptyKeys() && key.toString().isEmpty()) {
      throw new DataException("Key is used as document id and can not be empty.");
    }
    Schema.Type type =
        record.keySchema() == null
            ? ConnectSchema.schemaType(key.getClass())
            : record.keySchema().type();
    if (type == null) {
      throw new DataException(key.getClass() + " is not supported as the document id.");
    }
    return switch (type) {
      case INT8, INT16, INT32, INT64, STRING -> key.toString();
      default -> throw new DataException(type + " is not supported as the document id.");
    };
  }

  private String document(SinkRecord record) {
    Schema schema = record.valueSchema();
    Object value = record.value();
    if (schema != null && !config.ignoresSchema()) {
      Schema shown = Documents.schema(schema);
      value = Documents.value(value, schema, shown);
      schema = shown;
    }
    return text(record.topic(), schema, value);
  }

  private String line(String action, Map<String, Object> target) {
    return text("", null, Map.of(action, target));
  }

  private String text(String topic, Schema schema, Object value) {
    return new String(json.fromConnectData(topic, schema, value), StandardCharsets.UTF_8);
  }
}
