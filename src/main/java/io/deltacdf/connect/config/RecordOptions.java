package io.deltacdf.connect.config;

import io.deltacdf.connect.config.RecordConfig.BinaryHandling;
import io.deltacdf.connect.config.RecordConfig.DecimalHandling;
import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.RecordConfig.Format;
import io.deltacdf.connect.config.RecordConfig.KeyFormat;
import io.deltacdf.connect.config.RecordConfig.NameAdjustment;
import io.deltacdf.connect.config.RecordConfig.Nullability;
import io.deltacdf.connect.config.RecordConfig.RecordTimestamp;
import io.deltacdf.connect.config.RecordConfig.TimePrecision;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The group "Records": how keys and values look. */
public final class RecordOptions {
  static final String GROUP = "Records";

  public static final String RECORD_FORMAT = "record.format";
  public static final Format RECORD_FORMAT_DEFAULT = Format.ROW;
  private static final String RECORD_FORMAT_DOC =
      "The form of the values: `row`, the row itself with the metadata columns; `debezium`,"
          + " Debezium's envelope with the row before and the row after the change, for consumers"
          + " of Debezium's connectors, its `ExtractNewRecordState` transform and its sinks.";

  public static final String KEY_FORMAT = "key.format";
  public static final KeyFormat KEY_FORMAT_DEFAULT = KeyFormat.AUTO;
  private static final String KEY_FORMAT_DOC =
      "The form of the keys: `auto`, the plain value of a single key column and a struct of"
          + " several, or with `record.format=debezium` always a struct; `struct`, always a struct;"
          + " `string`, several columns as one string, joined by `key.delimiter`, for sinks that"
          + " take no struct (Elasticsearch, Redis); a single column that is neither integer nor"
          + " string becomes a string too.";

  public static final String KEY_DELIMITER = "key.delimiter";
  public static final char KEY_DELIMITER_DEFAULT = '|';

  /** Escapes a delimiter, and itself, inside the columns of a joined key. */
  public static final char KEY_ESCAPE = '\\';

  private static final String KEY_DELIMITER_DOC =
      "The character between the columns of a key with `key.format=string`. Inside a column it, and"
          + " the backslash, are escaped by a backslash.";

  public static final String METADATA_COLUMNS = "value.metadata.columns";

  /** The metadata column that says what happened to the row. */
  public static final String CHANGE_TYPE_COLUMN = "_change_type";

  public static final List<String> METADATA_COLUMNS_DEFAULT =
      List.of(CHANGE_TYPE_COLUMN, "_commit_version", "_commit_timestamp");
  private static final String METADATA_COLUMNS_DOC =
      "Which metadata columns of the change feed are fields of the value, behind the row's own; may"
          + " be empty. `_change_type` is `insert`, `update_postimage`, `read` (a snapshot's row)"
          + " or `delete` (see `delete.tombstone.handling.mode`). Only with `record.format=row`.";

  public static final String DELETE_HANDLING = "delete.tombstone.handling.mode";
  public static final DeleteHandling DELETE_HANDLING_DEFAULT = DeleteHandling.TOMBSTONE;
  private static final String DELETE_HANDLING_DOC =
      "How a delete is published: `tombstone`, the key with a null value; `rewrite`, the deleted"
          + " row with `_change_type=delete`; `rewrite-with-tombstone`, that row and then a"
          + " tombstone; `drop`, not at all. A table without a key has no tombstones: all but"
          + " `drop` publish the row. Deletes as rows need `_change_type` in"
          + " `value.metadata.columns`. Only with `record.format=row`.";

  public static final String TOMBSTONES_ON_DELETE = "tombstones.on.delete";
  public static final boolean TOMBSTONES_ON_DELETE_DEFAULT = true;
  private static final String TOMBSTONES_ON_DELETE_DOC =
      "Whether a delete event is followed by a tombstone, the key with a null value, by which a"
          + " compacted topic forgets the row. Without a key there are none. Only with"
          + " `record.format=debezium`; for rows see `delete.tombstone.handling.mode`.";

  public static final String DECIMAL_HANDLING = "decimal.handling.mode";
  public static final DecimalHandling DECIMAL_HANDLING_DEFAULT = DecimalHandling.PRECISE;
  private static final String DECIMAL_HANDLING_DOC =
      "How decimals are published: `precise`, Connect's Decimal at the column's scale; `string`, as"
          + " text; `double`, as a 64-bit float, which may lose digits (keys stay precise).";

  public static final String BINARY_HANDLING = "binary.handling.mode";
  public static final BinaryHandling BINARY_HANDLING_DEFAULT = BinaryHandling.BYTES;
  private static final String BINARY_HANDLING_DOC =
      "How binary columns are published: as `bytes`, or as text in `base64`, `base64-url-safe` or"
          + " `hex`.";

  public static final String TIME_PRECISION = "time.precision.mode";
  public static final TimePrecision TIME_PRECISION_DEFAULT = TimePrecision.ADAPTIVE;
  private static final String TIME_PRECISION_DOC =
      "How dates and timestamps are published: `adaptive`, without loss, as days"
          + " (`io.debezium.time.Date`) and microseconds (`io.debezium.time.MicroTimestamp`);"
          + " `connect`, as Connect's Date and Timestamp, which cut off microseconds; `isostring`,"
          + " as ISO 8601 text with six fraction digits; `microseconds`, the same as `adaptive`,"
          + " since Delta knows no other precision. Keys are never cut off.";

  public static final String NULLABILITY = "schema.nullability";
  public static final Nullability NULLABILITY_DEFAULT = Nullability.OPTIONAL;
  private static final String NULLABILITY_DOC =
      "Which fields of the value are optional: `optional`, all of them, so that columns may come"
          + " and go in a schema registry; `table`, those that are nullable in the table.";

  public static final String FIELD_NAME_ADJUSTMENT = "field.name.adjustment.mode";
  public static final NameAdjustment FIELD_NAME_ADJUSTMENT_DEFAULT = NameAdjustment.NONE;
  private static final String FIELD_NAME_ADJUSTMENT_DOC =
      "How column names become field names: `none`, as they are; `avro`, characters that Avro does"
          + " not allow in a name become underscores; `avro_unicode`, they become `_uxxxx`. Two"
          + " columns that get one name are refused.";

  public static final String SCHEMA_NAME_ADJUSTMENT = "schema.name.adjustment.mode";
  public static final NameAdjustment SCHEMA_NAME_ADJUSTMENT_DEFAULT = NameAdjustment.AVRO;
  private static final String SCHEMA_NAME_ADJUSTMENT_DOC =
      "How the names of schemas are adjusted; the values are those of"
          + " `field.name.adjustment.mode`.";

  public static final String TIMESTAMP = "record.timestamp";
  public static final RecordTimestamp TIMESTAMP_DEFAULT = RecordTimestamp.INGEST;
  private static final String TIMESTAMP_DOC =
      "The timestamp of the Kafka records: `ingest`, when they are produced, so that a retention by"
          + " time does not drop fresh records of old commits; `commit`, the commit's. The header"
          + " `delta.commit.timestamp` has the commit's in any case.";

  private static final EnumOption<Format> FORMATS = EnumOption.underscored(Format.class);
  private static final EnumOption<KeyFormat> KEY_FORMATS = EnumOption.underscored(KeyFormat.class);
  private static final EnumOption<DeleteHandling> DELETE_HANDLINGS =
      EnumOption.dashed(DeleteHandling.class);
  private static final EnumOption<DecimalHandling> DECIMAL_HANDLINGS =
      EnumOption.underscored(DecimalHandling.class);
  private static final EnumOption<BinaryHandling> BINARY_HANDLINGS =
      EnumOption.dashed(BinaryHandling.class);
  private static final EnumOption<TimePrecision> TIME_PRECISIONS =
      EnumOption.underscored(TimePrecision.class);
  private static final EnumOption<Nullability> NULLABILITIES =
      EnumOption.underscored(Nullability.class);
  private static final EnumOption<NameAdjustment> NAME_ADJUSTMENTS =
      EnumOption.underscored(NameAdjustment.class);
  private static final EnumOption<RecordTimestamp> TIMESTAMPS =
      EnumOption.underscored(RecordTimestamp.class);

  /** The options that {@link #read} takes. */
  static final List<String> NAMES =
      List.of(
          TableOptions.TOPIC_PREFIX,
          RECORD_FORMAT,
          KEY_FORMAT,
          KEY_DELIMITER,
          METADATA_COLUMNS,
          DELETE_HANDLING,
          TOMBSTONES_ON_DELETE,
          DECIMAL_HANDLING,
          BINARY_HANDLING,
          TIME_PRECISION,
          NULLABILITY,
          FIELD_NAME_ADJUSTMENT,
          SCHEMA_NAME_ADJUSTMENT,
          TIMESTAMP,
          SourceOptions.NULL_KEY_HANDLING);

  private RecordOptions() {}

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, GROUP);
    choice(
        group, RECORD_FORMAT, FORMATS, RECORD_FORMAT_DEFAULT, "Record format", RECORD_FORMAT_DOC);
    choice(group, KEY_FORMAT, KEY_FORMATS, KEY_FORMAT_DEFAULT, "Key format", KEY_FORMAT_DOC);
    group.define(
        KEY_DELIMITER,
        Type.STRING,
        String.valueOf(KEY_DELIMITER_DEFAULT),
        Validators.delimiter(KEY_ESCAPE),
        Importance.LOW,
        "Key delimiter",
        KEY_DELIMITER_DOC);
    group.define(
        METADATA_COLUMNS,
        Type.LIST,
        METADATA_COLUMNS_DEFAULT,
        Validators.subsetOf(METADATA_COLUMNS_DEFAULT),
        Importance.MEDIUM,
        "Metadata columns",
        METADATA_COLUMNS_DOC);
    choice(
        group,
        DELETE_HANDLING,
        DELETE_HANDLINGS,
        DELETE_HANDLING_DEFAULT,
        "Delete handling",
        DELETE_HANDLING_DOC);
    group.define(
        TOMBSTONES_ON_DELETE,
        Type.BOOLEAN,
        TOMBSTONES_ON_DELETE_DEFAULT,
        Validators.trueOrFalse(),
        Importance.MEDIUM,
        "Tombstones on delete",
        TOMBSTONES_ON_DELETE_DOC);
    choice(
        group,
        DECIMAL_HANDLING,
        DECIMAL_HANDLINGS,
        DECIMAL_HANDLING_DEFAULT,
        "Decimal handling",
        DECIMAL_HANDLING_DOC);
    choice(
        group,
        BINARY_HANDLING,
        BINARY_HANDLINGS,
        BINARY_HANDLING_DEFAULT,
        "Binary handling",
        BINARY_HANDLING_DOC);
    choice(
        group,
        TIME_PRECISION,
        TIME_PRECISIONS,
        TIME_PRECISION_DEFAULT,
        "Time precision",
        TIME_PRECISION_DOC);
    choice(group, NULLABILITY, NULLABILITIES, NULLABILITY_DEFAULT, "Nullability", NULLABILITY_DOC);
    choice(
        group,
        FIELD_NAME_ADJUSTMENT,
        NAME_ADJUSTMENTS,
        FIELD_NAME_ADJUSTMENT_DEFAULT,
        "Field name adjustment",
        FIELD_NAME_ADJUSTMENT_DOC);
    choice(
        group,
        SCHEMA_NAME_ADJUSTMENT,
        NAME_ADJUSTMENTS,
        SCHEMA_NAME_ADJUSTMENT_DEFAULT,
        "Schema name adjustment",
        SCHEMA_NAME_ADJUSTMENT_DOC);
    choice(group, TIMESTAMP, TIMESTAMPS, TIMESTAMP_DEFAULT, "Record timestamp", TIMESTAMP_DOC);
  }

  private static <E extends Enum<E>> void choice(
      OptionGroup group,
      String name,
      EnumOption<E> choice,
      E defaultValue,
      String displayName,
      String doc) {
    group.define(
        name, Type.STRING, choice.text(defaultValue), choice, Importance.MEDIUM, displayName, doc);
  }

  static boolean rewritesDeletes(String deleteHandling) {
    return switch (DELETE_HANDLINGS.read(deleteHandling)) {
      case REWRITE, REWRITE_WITH_TOMBSTONE -> true;
      case TOMBSTONE, DROP -> false;
    };
  }

  static boolean publishesDeletes(String deleteHandling) {
    return DELETE_HANDLINGS.read(deleteHandling) != DeleteHandling.DROP;
  }

  static boolean isEnvelope(String recordFormat) {
    return FORMATS.read(recordFormat) == Format.DEBEZIUM;
  }

  /** Reads valid options. */
  static RecordConfig read(Function<String, Object> options) {
    Format format = FORMATS.read(options.apply(RECORD_FORMAT));
    return new RecordConfig(
        (String) options.apply(TableOptions.TOPIC_PREFIX),
        format,
        keyFormat(format, options),
        ((String) options.apply(KEY_DELIMITER)).charAt(0),
        metadataColumns(format, options),
        deleteHandling(format, options),
        DECIMAL_HANDLINGS.read(options.apply(DECIMAL_HANDLING)),
        BINARY_HANDLINGS.read(options.apply(BINARY_HANDLING)),
        TIME_PRECISIONS.read(options.apply(TIME_PRECISION)),
        NULLABILITIES.read(options.apply(NULLABILITY)),
        NAME_ADJUSTMENTS.read(options.apply(FIELD_NAME_ADJUSTMENT)),
        NAME_ADJUSTMENTS.read(options.apply(SCHEMA_NAME_ADJUSTMENT)),
        TIMESTAMPS.read(options.apply(TIMESTAMP)),
        SourceOptions.NULL_KEY_HANDLINGS.read(options.apply(SourceOptions.NULL_KEY_HANDLING)));
  }

  private static KeyFormat keyFormat(Format format, Function<String, Object> options) {
    KeyFormat keyFormat = KEY_FORMATS.read(options.apply(KEY_FORMAT));
    return format == Format.DEBEZIUM && keyFormat == KeyFormat.AUTO ? KeyFormat.STRUCT : keyFormat;
  }

  @SuppressWarnings("unchecked") // a LIST option is a list of strings
  private static List<String> metadataColumns(Format format, Function<String, Object> options) {
    return format == Format.DEBEZIUM ? List.of() : (List<String>) options.apply(METADATA_COLUMNS);
  }

  private static DeleteHandling deleteHandling(Format format, Function<String, Object> options) {
    if (format == Format.ROW) {
      return DELETE_HANDLINGS.read(options.apply(DELETE_HANDLING));
    }
    return (Boolean) options.apply(TOMBSTONES_ON_DELETE)
        ? DeleteHandling.REWRITE_WITH_TOMBSTONE
        : DeleteHandling.REWRITE;
  }
}
