package io.deltacdf.connect.record;

import io.deltacdf.connect.change.Operation;
import io.deltacdf.connect.config.RecordConfig.HeaderRecords;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of a version's records. */
final class RecordHeaders {
  static final String TABLE = "delta.table";
  static final String CHANGE_TYPE = "delta.change.type";
  static final String COMMIT_VERSION = "delta.commit.version";
  static final String COMMIT_TIMESTAMP = "delta.commit.timestamp";
  static final String SNAPSHOT_ID = "delta.snapshot.id";

  private final HeaderRecords records;

  /** By the ordinals of the operations. */
  private final List<List<Header>> byOperation = new ArrayList<>();

  /**
   * @param records which records have headers
   */
  RecordHeaders(String table, VersionContext version, HeaderRecords records) {
    this.records = records;
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
      List<Header> list = new ArrayList<>();
      headers.forEach(list::add);
      byOperation.add(List.copyOf(list));
    }
  }

  /** Returns the headers of a record, or null if it has none. */
  @Nullable Headers of(Operation operation, boolean tombstone) {
    boolean present =
        switch (records) {
          case ALL -> true;
          case TOMBSTONES -> tombstone;
          case NONE -> false;
        };
    return present ? new SharedHeaders(byOperation.get(operation.ordinal())) : null;
  }

  private static SchemaAndValue string(String value) {
    return new SchemaAndValue(Schema.STRING_SCHEMA, value);
  }
}
