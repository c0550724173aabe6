package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Operation;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * The headers of a version's records. Each record gets its own list of headers, since transforms
 * may change the list; the headers in the lists are shared.
 */
final class RecordHeaders {
  static final String TABLE = "delta.table";
  static final String CHANGE_TYPE = "delta.change.type";
  static final String COMMIT_VERSION = "delta.commit.version";
  static final String COMMIT_TIMESTAMP = "delta.commit.timestamp";
  static final String SNAPSHOT_ID = "delta.snapshot.id";

  /** By the ordinals of the operations. */
  private final ConnectHeaders[] byOperation = new ConnectHeaders[Operation.values().length];

  RecordHeaders(String table, VersionContext version) {
    SchemaAndValue name = string(table);
    SchemaAndValue number = new SchemaAndValue(Schema.INT64_SCHEMA, version.version());
    SchemaAndValue time = new SchemaAndValue(Schema.INT64_SCHEMA, version.timestamp());
    for (Operation operation : Operation.values()) {
      ConnectHeaders headers = new ConnectHeaders();
      headers.add(TABLE, name);
      headers.add(CHANGE_TYPE, string(ChangeTypes.text(operation)));
      headers.add(COMMIT_VERSION, number);
      headers.add(COMMIT_TIMESTAMP, time);
      version.snapshotId().ifPresent(id -> headers.add(SNAPSHOT_ID, string(id)));
      byOperation[operation.ordinal()] = headers;
    }
  }

  ConnectHeaders of(Operation operation) {
    return byOperation[operation.ordinal()].duplicate();
  }

  private static SchemaAndValue string(String value) {
    return new SchemaAndValue(Schema.STRING_SCHEMA, value);
  }
}
