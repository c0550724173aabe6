package io.deltacdf.connect.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;

/**
 * The group "Feed": keys, start positions and the making of changes. Each holds for all tables that
 * do not set their own {@code tables.<name>.<option>}, except for null keys.
 */
public final class SourceOptions {
  static final String GROUP = "Feed";

  public static final String KEY = "key";
  private static final String KEY_DOC =
      "The key columns, in the order of the key; case does not matter. They must identify a row:"
          + " the topic mirrors the table by them. A table without a key needs"
          + " `commit.consolidation=none` and a topic that is not compacted; an empty"
          + " `tables.<name>.key` makes a table keyless whatever the connector's `key` says.";

  public static final String START_VERSION = "start.version";
  private static final String START_VERSION_DOC =
      "Where a table without a stored offset starts: the first version whose changes are published,"
          + " or `latest` for the next commit. No snapshot is taken then.";

  public static final String START_TIMESTAMP = "start.timestamp";
  private static final String START_TIMESTAMP_DOC =
      "Where a table without a stored offset starts: the first commit at or after this time, in"
          + " milliseconds since the epoch or in ISO 8601 with its offset"
          + " (`2026-01-31T18:00:00Z`). Before the first commit means the earliest; after the last"
          + " means to wait for it. No snapshot is taken then.";

  public static final String COLUMN_INCLUDE_LIST = "column.include.list";
  private static final String COLUMN_INCLUDE_LIST_DOC =
      "The top-level columns that are fields of the value, all others being left out: names, or"
          + " regular expressions that fit a whole name; case does not matter. Empty means all. Key"
          + " columns are part of the key in any case. What is left out is not read, and what"
          + " changes in nothing else is no change. A name that no version of the table has is an"
          + " error. A table's own list takes the place of both of the connector's.";

  public static final String COLUMN_EXCLUDE_LIST = "column.exclude.list";
  private static final String COLUMN_EXCLUDE_LIST_DOC =
      "The top-level columns that are left out of the value, as for `column.include.list`; set one"
          + " of the two.";

  public static final String SNAPSHOT_MODE = "snapshot.mode";
  public static final SnapshotMode SNAPSHOT_MODE_DEFAULT = SnapshotMode.INITIAL;
  private static final String SNAPSHOT_MODE_DOC =
      "What is published first of a table without a stored offset and without `start.*`:"
          + " `initial`, its rows at one version, then the changes of the versions that follow;"
          + " `initial_only`, its rows and nothing more; `no_data`, only the changes that follow;"
          + " `when_needed`, as `initial`, and where the log is cut behind the offset, or a file is"
          + " gone that is still to be read, its rows at the newest version anew, with a warning in"
          + " place of the error."
          + " A table's own `snapshot.mode` or `start.*` takes the place of the connector's"
          + " `snapshot.mode` and `start.*` together.";

  public static final String CHANGE_FEED = "change.feed";
  public static final ChangeFeed CHANGE_FEED_DEFAULT = ChangeFeed.AUTO;
  private static final String CHANGE_FEED_DOC =
      "Where changes come from. `auto`: from the table's change data feed"
          + " (`delta.enableChangeDataFeed`) where it is on at the commit; where it is off they are"
          + " derived from the files that the commit removed and added, by key, or with"
          + " `commit.consolidation=none` by row id where row tracking is on; without either only"
          + " commits that just append rows pass. `require`: from the change data feed alone; a"
          + " commit that changes data while it is off is an error that names the version."
          + " `derive`: always from the files, also while the feed is on.";

  public static final String COMMIT_CONSOLIDATION = "commit.consolidation";
  public static final Consolidation COMMIT_CONSOLIDATION_DEFAULT = Consolidation.KEY;
  private static final String COMMIT_CONSOLIDATION_DOC =
      "How the changes that one commit makes to one key are put together: `key`, what it deletes"
          + " and what it writes for a key is one record, and the deletes come first, so that the"
          + " topic mirrors the table; `none`, every row of the change feed is one record, but"
          + " preimages only with `include.preimages=true`. Tables without a key need `none`.";

  public static final String CONSOLIDATION_MAX_KEYS = "consolidation.max.keys";
  public static final int CONSOLIDATION_MAX_KEYS_DEFAULT = 4_000_000;
  private static final String CONSOLIDATION_MAX_KEYS_DOC =
      "How many keys of a commit are held in memory to put its changes together: keys of deleted"
          + " rows, and of preimages that no postimage of the same key follows at once; or row ids,"
          + " where changes are derived by row id. A key takes up to 28 bytes, up to 55 where rows"
          + " are compared, so the default means up to 220 MB for each table that is in such a"
          + " commit at the same time; with `record.format=debezium` up to 66, and 64 MiB for old"
          + " rows. A commit with more keys is read once more for every so many: slower, with the"
          + " same records.";
  private static final int CONSOLIDATION_MOST_KEYS = 500_000_000;

  public static final String SKIPPED_OPERATIONS = "skipped.operations";
  private static final String SKIPPED_OPERATIONS_DOC =
      "Which changes are not published: any of `c` (new rows), `u` (updates) and `d` (deletes,"
          + " their tombstones too), or `none`. A topic that lacks some of them is no mirror of the"
          + " table: without `d` it keeps deleted rows for ever, without `c` or `u` it lacks rows"
          + " or has old ones. The rows of snapshots are published in any case; see"
          + " `snapshot.mode`.";

  public static final String SKIP_MESSAGES_WITHOUT_CHANGE = "skip.messages.without.change";
  public static final boolean SKIP_MESSAGES_WITHOUT_CHANGE_DEFAULT = true;
  private static final String SKIP_MESSAGES_WITHOUT_CHANGE_DOC =
      "Whether an update is left out that changes no published column, such as the rows that an"
          + " overwrite or a RESTORE writes again as they were. Only with"
          + " `commit.consolidation=key`; never in a commit that changes the table's schema. Where"
          + " changes are derived (`change.feed`), such updates are always left out: files do not"
          + " tell them from rows that were only carried over.";

  public static final String INCLUDE_PREIMAGES = "include.preimages";
  public static final boolean INCLUDE_PREIMAGES_DEFAULT = false;
  private static final String INCLUDE_PREIMAGES_DOC =
      "Whether the row before an update is a record too, with the change type `update_preimage`:"
          + " for audit topics. Only with `commit.consolidation=none`.";

  public static final String UNSAFE_SCHEMA_CHANGE = "unsafe.schema.change";
  public static final UnsafeSchemaChange UNSAFE_SCHEMA_CHANGE_DEFAULT = UnsafeSchemaChange.FAIL;
  private static final String UNSAFE_SCHEMA_CHANGE_DOC =
      "What to do at a version that changes the published type of a column in a way that consumers"
          + " may silently misread, such as another scale of a decimal, or a date that becomes a"
          + " timestamp: `fail`, before any record of the version; `publish`, with a warning. Wider"
          + " integers, float to double, integer (but long) to double, and more digits before the"
          + " point of a decimal are safe, and so are columns that are added, dropped, renamed or"
          + " moved.";

  public static final String NULL_KEY_HANDLING = "null.key.handling";
  public static final RecordConfig.NullKeyHandling NULL_KEY_HANDLING_DEFAULT =
      RecordConfig.NullKeyHandling.FAIL;
  private static final String NULL_KEY_HANDLING_DOC =
      "What to do with a row that has null in a key column: `fail`, with the table, version and"
          + " column; `skip`, it is not published, and counted.";

  static final EnumOption<SnapshotMode> SNAPSHOT_MODES = EnumOption.underscored(SnapshotMode.class);
  static final EnumOption<ChangeFeed> CHANGE_FEEDS = EnumOption.underscored(ChangeFeed.class);
  static final EnumOption<Consolidation> CONSOLIDATIONS =
      EnumOption.underscored(Consolidation.class);
  static final EnumOption<UnsafeSchemaChange> UNSAFE_SCHEMA_CHANGES =
      EnumOption.underscored(UnsafeSchemaChange.class);
  static final EnumOption<RecordConfig.NullKeyHandling> NULL_KEY_HANDLINGS =
      EnumOption.underscored(RecordConfig.NullKeyHandling.class);

  /** The options that say where a table without a stored offset starts: one setting together. */
  static final List<String> START = List.of(SNAPSHOT_MODE, START_VERSION, START_TIMESTAMP);

  /** The options that say which columns are published: one setting together. */
  static final List<String> COLUMN_LISTS = List.of(COLUMN_INCLUDE_LIST, COLUMN_EXCLUDE_LIST);

  /** An option that a table may set for itself. */
  private record Inheritable(
      String name,
      Type type,
      Object defaultValue,
      Validator validator,
      Importance importance,
      String displayName,
      String doc) {}

  private static final List<Inheritable> INHERITABLE =
      List.of(
          new Inheritable(
              KEY,
              Type.LIST,
              List.of(),
              Validators.columnNames(),
              Importance.HIGH,
              "Key columns",
              KEY_DOC),
          new Inheritable(
              COLUMN_INCLUDE_LIST,
              Type.LIST,
              List.of(),
              Validators.columnPatterns(),
              Importance.MEDIUM,
              "Columns to publish",
              COLUMN_INCLUDE_LIST_DOC),
          new Inheritable(
              COLUMN_EXCLUDE_LIST,
              Type.LIST,
              List.of(),
              Validators.columnPatterns(),
              Importance.MEDIUM,
              "Columns to leave out",
              COLUMN_EXCLUDE_LIST_DOC),
          new Inheritable(
              SNAPSHOT_MODE,
              Type.STRING,
              SNAPSHOT_MODES.text(SNAPSHOT_MODE_DEFAULT),
              SNAPSHOT_MODES,
              Importance.MEDIUM,
              "Snapshot mode",
              SNAPSHOT_MODE_DOC),
          new Inheritable(
              START_VERSION,
              Type.STRING,
              null,
              Validators.startVersion(),
              Importance.MEDIUM,
              "Start version",
              START_VERSION_DOC),
          new Inheritable(
              START_TIMESTAMP,
              Type.STRING,
              null,
              Validators.startTimestamp(),
              Importance.MEDIUM,
              "Start timestamp",
              START_TIMESTAMP_DOC),
          new Inheritable(
              CHANGE_FEED,
              Type.STRING,
              CHANGE_FEEDS.text(CHANGE_FEED_DEFAULT),
              CHANGE_FEEDS,
              Importance.MEDIUM,
              "Change feed",
              CHANGE_FEED_DOC),
          new Inheritable(
              COMMIT_CONSOLIDATION,
              Type.STRING,
              CONSOLIDATIONS.text(COMMIT_CONSOLIDATION_DEFAULT),
              CONSOLIDATIONS,
              Importance.MEDIUM,
              "Commit consolidation",
              COMMIT_CONSOLIDATION_DOC),
          new Inheritable(
              CONSOLIDATION_MAX_KEYS,
              Type.INT,
              CONSOLIDATION_MAX_KEYS_DEFAULT,
              Validators.between(1, CONSOLIDATION_MOST_KEYS),
              Importance.LOW,
              "Most keys in memory",
              CONSOLIDATION_MAX_KEYS_DOC),
          new Inheritable(
              SKIPPED_OPERATIONS,
              Type.LIST,
              List.of(SkippedOperations.NOTHING),
              Validators.skippedOperations(),
              Importance.LOW,
              "Skipped operations",
              SKIPPED_OPERATIONS_DOC),
          new Inheritable(
              SKIP_MESSAGES_WITHOUT_CHANGE,
              Type.BOOLEAN,
              SKIP_MESSAGES_WITHOUT_CHANGE_DEFAULT,
              Validators.trueOrFalse(),
              Importance.MEDIUM,
              "Skip messages without change",
              SKIP_MESSAGES_WITHOUT_CHANGE_DOC),
          new Inheritable(
              INCLUDE_PREIMAGES,
              Type.BOOLEAN,
              INCLUDE_PREIMAGES_DEFAULT,
              Validators.trueOrFalse(),
              Importance.LOW,
              "Include preimages",
              INCLUDE_PREIMAGES_DOC),
          new Inheritable(
              UNSAFE_SCHEMA_CHANGE,
              Type.STRING,
              UNSAFE_SCHEMA_CHANGES.text(UNSAFE_SCHEMA_CHANGE_DEFAULT),
              UNSAFE_SCHEMA_CHANGES,
              Importance.MEDIUM,
              "Unsafe schema change",
              UNSAFE_SCHEMA_CHANGE_DOC));

  private SourceOptions() {}

  /** The names of the options that a table may set for itself. */
  static List<String> inheritable() {
    return INHERITABLE.stream().map(Inheritable::name).toList();
  }

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, GROUP);
    for (Inheritable option : INHERITABLE) {
      group.define(
          option.name,
          option.type,
          option.defaultValue,
          option.validator,
          option.importance,
          option.displayName,
          option.doc);
    }
    group.define(
        NULL_KEY_HANDLING,
        Type.STRING,
        NULL_KEY_HANDLINGS.text(NULL_KEY_HANDLING_DEFAULT),
        NULL_KEY_HANDLINGS,
        Importance.MEDIUM,
        "Null key handling",
        NULL_KEY_HANDLING_DOC);
  }

  /** Defines a table's own options of this group; without a default, since they are inherited. */
  static void defineOf(String table, OptionGroup group) {
    for (Inheritable option : INHERITABLE) {
      group.define(
          TableOptions.of(table, option.name),
          option.type,
          null,
          option.validator,
          option.importance,
          option.displayName + " of " + table,
          "The table's own `" + option.name + "`, in place of the connector's.");
    }
  }
}
