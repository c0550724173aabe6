package io.deltacdf.connect.config;

import io.deltacdf.connect.config.RecordConfig.BinaryHandling;
import io.deltacdf.connect.config.RecordConfig.DecimalHandling;
import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.RecordConfig.FloatHandling;
import io.deltacdf.connect.config.RecordConfig.Format;
import io.deltacdf.connect.config.RecordConfig.HeaderRecords;
import io.deltacdf.connect.config.RecordConfig.KeyFormat;
import io.deltacdf.connect.config.RecordConfig.NameAdjustment;
import io.deltacdf.connect.config.RecordConfig.Notifications;
import io.deltacdf.connect.config.RecordConfig.Nullability;
import io.deltacdf.connect.config.RecordConfig.RecordTimestamp;
import io.deltacdf.connect.config.RecordConfig.TimePrecision;
import io.deltacdf.connect.config.option.EnumType;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Importance;

/** The group "Records": the form of keys and values. */
public final class RecordOptions {
  static final OptionGroup GROUP = new OptionGroup("Records");

  /** Escapes the delimiter and itself in the columns of a joined key. */
  public static final char KEY_ESCAPE = '\\';

  /** What the names of the headers of records start with. */
  static final String HEADER_PREFIX = "delta.";

  /** The metadata column that says what happened to the row. */
  public static final String CHANGE_TYPE_COLUMN = "_change_type";

  private static final List<String> ALL_METADATA_COLUMNS =
      List.of(CHANGE_TYPE_COLUMN, "_commit_version", "_commit_timestamp");

  public static final Option<Format> RECORD_FORMAT =
      GROUP.add(
          Option.of("record.format", EnumType.underscored(Format.class))
              .defaultValue(Format.ROW)
              .displayName("Record format")
              .documentation(
                  """
                  The form of record values.

                  - `row`: the row itself, followed by metadata columns (see
                  `value.metadata.columns`).
                  - `debezium`: Debezium's change event envelope, which contains the row before and
                  after the change. Use it for consumers of Debezium's connectors, for its
                  `ExtractNewRecordState` transform and for its sinks.
                  """));

  public static final Option<KeyFormat> KEY_FORMAT =
      GROUP.add(
          Option.of("key.format", EnumType.underscored(KeyFormat.class))
              .defaultValue(KeyFormat.AUTO)
              .displayName("Key format")
              .documentation(
                  """
                  The form of record keys.

                  - `auto`: the plain value of a single key column, or a struct of several key
                  columns. With `record.format=debezium`, always a struct.
                  - `struct`: always a struct.
                  - `string`: several key columns as one string, joined by `key.delimiter`, for
                  sinks that do not accept structs, such as Elasticsearch and Redis. A single key
                  column becomes a string too, unless it is an integer or a string already.
                  """));

  public static final Option<Character> KEY_DELIMITER =
      GROUP.add(
          Option.of("key.delimiter", OptionTypes.delimiter(KEY_ESCAPE))
              .defaultValue('|')
              .importance(Importance.LOW)
              .displayName("Key delimiter")
              .documentation(
                  """
                  The character between the columns of a key with `key.format=string`. If a column
                  contains this character or a backslash, a backslash escapes it.
                  """));

  public static final Option<List<String>> METADATA_COLUMNS =
      GROUP.add(
          Option.of("value.metadata.columns", ListTypes.subsetOf(ALL_METADATA_COLUMNS))
              .defaultValue(ALL_METADATA_COLUMNS)
              .displayName("Metadata columns")
              .documentation(
                  """
                  The metadata columns of the change data feed to publish as fields of the value,
                  after the columns of the row. The list may be empty. `_change_type` is `insert`,
                  `update_postimage`, `read` (a row of a snapshot), `delete` (see
                  `delete.tombstone.handling.mode`) or `update_preimage` (see `include.preimages`).
                  Applies only to `record.format=row`.
                  """));

  public static final Option<DeleteHandling> DELETE_HANDLING =
      GROUP.add(
          Option.of("delete.tombstone.handling.mode", EnumType.dashed(DeleteHandling.class))
              .defaultValue(DeleteHandling.TOMBSTONE)
              .displayName("Delete handling")
              .documentation(
                  """
                  How to publish a delete.

                  - `tombstone`: as a tombstone, which is the key with a null value.
                  - `rewrite`: as the deleted row with `_change_type=delete`.
                  - `rewrite-with-tombstone`: as the deleted row, followed by a tombstone.
                  - `drop`: not at all.

                  A table without a key has no tombstones; every mode except `drop` publishes the
                  deleted row. Deletes that are rows need `_change_type` in
                  `value.metadata.columns`. Applies only to `record.format=row`.
                  """));

  public static final Option<Boolean> TOMBSTONES_ON_DELETE =
      GROUP.add(
          Option.of("tombstones.on.delete", OptionTypes.bool())
              .defaultValue(true)
              .displayName("Tombstones on delete")
              .documentation(
                  """
                  Whether a tombstone follows each delete event. A tombstone is the key with a null
                  value, and makes a compacted topic remove the row. A table without a key has no
                  tombstones. Applies only to `record.format=debezium`; for `record.format=row` see
                  `delete.tombstone.handling.mode`.
                  """));

  public static final Option<DecimalHandling> DECIMAL_HANDLING =
      GROUP.add(
          Option.of("decimal.handling.mode", EnumType.underscored(DecimalHandling.class))
              .defaultValue(DecimalHandling.PRECISE)
              .displayName("Decimal handling")
              .documentation(
                  """
                  How to publish decimal columns.

                  - `precise`: as Connect's Decimal with the scale of the column.
                  - `string`: as text.
                  - `double`: as a 64-bit floating-point number, which may lose digits. Key columns
                  stay precise.
                  """));

  public static final Option<FloatHandling> FLOAT_HANDLING =
      GROUP.add(
          Option.of("float.special.handling", EnumType.underscored(FloatHandling.class))
              .defaultValue(FloatHandling.PASS)
              .displayName("NaN and infinities")
              .documentation(
                  """
                  How to publish NaN and the infinities in columns of type float and double. JSON
                  has no such numbers, and search indexes refuse the row.

                  - `pass`: unchanged.
                  - `null`: as null. The fields are then optional, whatever `schema.nullability` is.
                  The key of a map cannot be null, so such a value there fails the table.
                  - `fail`: not at all. The table fails before the row.
                  - `text`: as the strings `NaN`, `Infinity` and `-Infinity`. All other numbers of
                  these columns become strings too, such as `0.5` or `1.0E10`.
                  """));

  public static final Option<BinaryHandling> BINARY_HANDLING =
      GROUP.add(
          Option.of("binary.handling.mode", EnumType.dashed(BinaryHandling.class))
              .defaultValue(BinaryHandling.BYTES)
              .displayName("Binary handling")
              .documentation(
                  """
                  How to publish binary columns: as `bytes`, or as text in the encoding `base64`,
                  `base64-url-safe` or `hex`.
                  """));

  public static final Option<TimePrecision> TIME_PRECISION =
      GROUP.add(
          Option.of("time.precision.mode", EnumType.underscored(TimePrecision.class))
              .defaultValue(TimePrecision.ADAPTIVE)
              .displayName("Time precision")
              .documentation(
                  """
                  How to publish dates and timestamps.

                  - `adaptive`: without loss, dates as days (`io.debezium.time.Date`) and timestamps
                  as microseconds (`io.debezium.time.MicroTimestamp`).
                  - `connect`: as Connect's Date and Timestamp, which have milliseconds only. Key
                  columns are never truncated.
                  - `isostring`: as ISO 8601 text with six fractional digits.
                  - `microseconds`: the same as `adaptive`, because Delta has no other precision.
                  """));

  public static final Option<Nullability> NULLABILITY =
      GROUP.add(
          Option.of("schema.nullability", EnumType.underscored(Nullability.class))
              .defaultValue(Nullability.OPTIONAL)
              .displayName("Nullability")
              .documentation(
                  """
                  Which fields of the value are optional.

                  - `optional`: all fields, so that columns can be added and dropped compatibly in a
                  schema registry.
                  - `table`: the fields of columns that are nullable in the table.
                  """));

  public static final Option<NameAdjustment> FIELD_NAME_ADJUSTMENT =
      GROUP.add(
          Option.of("field.name.adjustment.mode", EnumType.underscored(NameAdjustment.class))
              .defaultValue(NameAdjustment.NONE)
              .displayName("Field name adjustment")
              .documentation(
                  """
                  How to turn the names of columns into names of fields. Two columns that would get
                  the same field name are an error.

                  - `none`: use the names unchanged.
                  - `avro`: replace each character that Avro does not allow in a name by an
                  underscore.
                  - `avro_unicode`: replace each such character by `_uxxxx`, with its Unicode value.
                  """));

  public static final Option<NameAdjustment> SCHEMA_NAME_ADJUSTMENT =
      GROUP.add(
          Option.of("schema.name.adjustment.mode", EnumType.underscored(NameAdjustment.class))
              .defaultValue(NameAdjustment.AVRO)
              .displayName("Schema name adjustment")
              .documentation(
                  """
                  How to adjust the names of schemas. The values are those of
                  `field.name.adjustment.mode`.
                  """));

  public static final Option<RecordTimestamp> TIMESTAMP =
      GROUP.add(
          Option.of("record.timestamp", EnumType.underscored(RecordTimestamp.class))
              .defaultValue(RecordTimestamp.INGEST)
              .displayName("Record timestamp")
              .documentation(
                  """
                  The timestamp of Kafka records. The header `delta.commit.timestamp` contains the
                  timestamp of the commit in any case.

                  - `ingest`: the time at which the record is produced. A time-based retention of
                  the topic then keeps new records of old commits.
                  - `commit`: the timestamp of the commit.
                  """));

  public static final Option<HeaderRecords> HEADERS =
      GROUP.add(
          Option.of("record.headers", EnumType.underscored(HeaderRecords.class))
              .defaultValue(HeaderRecords.ALL)
              .displayName("Record headers")
              .documentation(
                  """
                  Which records have the headers `delta.table`, `delta.change.type`,
                  `delta.commit.version` and `delta.commit.timestamp`. Connect converts the headers
                  of each record one by one, so records without headers cost less CPU time and less
                  space in the topic.

                  - `all`: all records except heartbeats.
                  - `tombstones`: tombstones only, because they have no value with the version.
                  - `none`: no record has these headers. A predicate that looks for one of them is
                  refused.
                  """));

  public static final Option<Boolean> PROVIDE_TRANSACTION_METADATA =
      GROUP.add(
          Option.of("provide.transaction.metadata", OptionTypes.bool())
              .defaultValue(false)
              .displayName("Transaction metadata")
              .documentation(
                  """
                  Whether to mark commits, so that consumers can apply each commit as a whole. The
                  markers are records in Debezium's form in the topic
                  `<topic.prefix>.<topic.transaction>`: one with the status `BEGIN` before the first
                  event of a commit, and one with the status `END` and the number of events after
                  the last. Each record of a commit has the headers `delta.transaction.id` and
                  `delta.transaction.order`, and with `record.format=debezium` the field
                  `transaction`. Snapshots have no markers.

                  If this option, or one that determines the events of a commit, is changed while a
                  commit is in progress, the commit is published again from its beginning.
                  """));

  public static final Option<String> TOPIC_TRANSACTION =
      GROUP.add(
          Option.of("topic.transaction", OptionTypes.topicName())
              .defaultValue("transaction")
              .importance(Importance.LOW)
              .displayName("Transaction topic")
              .documentation(
                  """
                  The last part of the name of the topic for commit markers,
                  `<topic.prefix>.<topic.transaction>` (see `provide.transaction.metadata`). The
                  topic must have one partition, so that the markers stay in order, and must not be
                  compacted.
                  """));

  public static final Option<List<String>> NOTIFICATION_CHANNELS =
      GROUP.add(
          Option.of(
                  "notification.enabled.channels",
                  ListTypes.subsetOf(
                      List.of(Notifications.LOG_CHANNEL, Notifications.SINK_CHANNEL)))
              .importance(Importance.LOW)
              .displayName("Notification channels")
              .documentation(
                  """
                  Where notifications of the beginning, the progress and the end of snapshots go, in
                  Debezium's form: `log` is the log of the worker, and `sink` the topic
                  `notification.sink.topic.name`. If not set, they go to the log, and to the topic if
                  it is set. An empty list disables them.
                  """));

  public static final Option<String> NOTIFICATION_TOPIC =
      GROUP.add(
          Option.of("notification.sink.topic.name", OptionTypes.topicName())
              .importance(Importance.LOW)
              .displayName("Notification topic")
              .documentation(
                  """
                  The topic for notifications about the snapshots of all tables.
                  """));

  private RecordOptions() {}
}
