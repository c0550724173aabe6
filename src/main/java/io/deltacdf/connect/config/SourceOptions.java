package io.deltacdf.connect.config;

import io.deltacdf.connect.config.RecordConfig.NullKeyHandling;
import io.deltacdf.connect.config.option.EnumType;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionGroup;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Importance;

/**
 * The group "Source": keys, columns, start positions and how changes are made from commits. A table
 * may override each of them but the handling of null keys.
 */
public final class SourceOptions {
  static final OptionGroup GROUP = new OptionGroup("Source");

  public static final Option<List<String>> KEY =
      GROUP.add(
          Option.of("key", ListTypes.columnNames())
              .defaultValue(List.of())
              .importance(Importance.HIGH)
              .displayName("Key columns")
              .inheritable()
              .documentation(
                  """
                  The columns of the record key, in this order. A column with exactly the name is
                  preferred; otherwise case does not matter. Together they must identify a row of
                  the table, because the key tells consumers and compacted topics which row a change
                  belongs to. A table without a key needs `commit.consolidation=none` and a topic
                  that is not compacted. An empty `tables.<name>.key` overrides the `key` of the
                  connector for such a table.
                  """));

  public static final Option<List<String>> COLUMN_INCLUDE_LIST =
      GROUP.add(
          Option.of("column.include.list", ListTypes.columnPatterns())
              .defaultValue(List.of())
              .displayName("Columns to publish")
              .inheritable()
              .documentation(
                  """
                  The top-level columns to publish as fields of the value. All other columns are
                  left out. Each entry is the name of a column or a regular expression that matches
                  a whole name; case does not matter. If the list is empty, all columns are
                  published. Key columns are part of the record key in any case.

                  Columns that are left out are not read, and an update that changes no other column
                  counts as an update without change. A name that no version of the table has is an
                  error. Set only one of `column.include.list` and `column.exclude.list`. A table
                  that sets one of them itself uses neither list of the connector.
                  """));

  public static final Option<List<String>> COLUMN_EXCLUDE_LIST =
      GROUP.add(
          Option.of("column.exclude.list", ListTypes.columnPatterns())
              .defaultValue(List.of())
              .displayName("Columns to leave out")
              .inheritable()
              .documentation(
                  """
                  The top-level columns to leave out of the value. All other columns are published.
                  The entries have the same form and effects as those of `column.include.list`. Set
                  only one of the two options.
                  """));

  public static final Option<SnapshotMode> SNAPSHOT_MODE =
      GROUP.add(
          Option.of("snapshot.mode", EnumType.underscored(SnapshotMode.class))
              .defaultValue(SnapshotMode.INITIAL)
              .displayName("Snapshot mode")
              .inheritable()
              .documentation(
                  """
                  What to publish first of a table that has no stored offset and neither
                  `start.version` nor `start.timestamp`.

                  - `initial`: a snapshot, which is all rows of the table at one version, and then
                  the changes of the versions that follow.
                  - `initial_only`: a snapshot and nothing else.
                  - `no_data`: no snapshot, only the changes of the versions that follow.
                  - `when_needed`: the same as `initial`. In addition, if the next changes can no
                  longer be read because the log has been cleaned up or a file has been deleted, the
                  connector logs a warning and publishes a new snapshot of the newest version
                  instead of failing.

                  `snapshot.mode`, `start.version` and `start.timestamp` are one setting: a table
                  that sets one of them itself uses none of the connector's.
                  """));

  public static final Option<StartPosition> START_VERSION =
      GROUP.add(
          Option.of("start.version", OptionTypes.startVersion())
              .displayName("Start version")
              .inheritable()
              .documentation(
                  """
                  The first version to publish of a table that has no stored offset, or `latest` to
                  start with the next commit. No snapshot is taken. Set only one of `start.version`,
                  `start.timestamp` and `snapshot.mode`.
                  """));

  public static final Option<StartPosition> START_TIMESTAMP =
      GROUP.add(
          Option.of("start.timestamp", OptionTypes.startTimestamp())
              .displayName("Start timestamp")
              .inheritable()
              .documentation(
                  """
                  The time from which to publish a table that has no stored offset. The connector
                  starts with the first commit at or after this time, which is given in milliseconds
                  since the epoch or in ISO 8601 with an offset, such as `2026-01-31T18:00:00Z`. If
                  the time is before the first commit, the connector starts with the earliest
                  version. If it is after the last commit, the connector waits for a commit at or
                  after it. No snapshot is taken. Set only one of `start.version`, `start.timestamp`
                  and `snapshot.mode`.
                  """));

  public static final Option<ChangeFeed> CHANGE_FEED =
      GROUP.add(
          Option.of("change.feed", EnumType.underscored(ChangeFeed.class))
              .defaultValue(ChangeFeed.AUTO)
              .displayName("Change feed")
              .inheritable()
              .documentation(
                  """
                  Where the changes of a commit come from: from Delta's change data feed, or from a
                  comparison of the files that the commit removed with the files that it added.

                  - `auto`: from the change data feed if the table property
                  `delta.enableChangeDataFeed` is on at the commit. If it is off, changes are
                  derived from the removed and added files: by key, or with
                  `commit.consolidation=none` by row ID if row tracking is on. If there is neither a
                  key nor row tracking, only commits that append rows can be published, and any
                  other commit is an error.
                  - `require`: from the change data feed only. A commit that changes data while the
                  feed is off is an error that names the version.
                  - `derive`: always from the removed and added files, even if the change data feed
                  is on.
                  """));

  public static final Option<Consolidation> COMMIT_CONSOLIDATION =
      GROUP.add(
          Option.of("commit.consolidation", EnumType.underscored(Consolidation.class))
              .defaultValue(Consolidation.KEY)
              .displayName("Commit consolidation")
              .inheritable()
              .documentation(
                  """
                  Whether the changes that a single commit makes to the same key are combined. One
                  commit can delete a key in one file and write it again in another.

                  - `key`: what a commit deletes and writes for a key becomes one record, and the
                  deletes of a commit come before its other records. The topic then mirrors the
                  table.
                  - `none`: every changed row becomes a record of its own, except for preimages,
                  which are published only with `include.preimages=true`. Tables without a key need
                  this value.
                  """));

  public static final Option<Integer> CONSOLIDATION_MAX_KEYS =
      GROUP.add(
          Option.of("consolidation.max.keys", OptionTypes.intBetween(1, 500_000_000))
              .defaultValue(4_000_000)
              .importance(Importance.LOW)
              .displayName("Maximum keys in memory")
              .inheritable()
              .documentation(
                  """
                  The maximum number of keys of a commit to hold in memory while its changes are
                  combined (see `commit.consolidation`). A commit with more keys is read several
                  times, once for each such number of keys. This takes longer, but publishes the
                  same records.

                  The keys in question are those of deleted rows, and of preimages that are not
                  directly followed by the postimage of the same key. If changes are derived by row
                  ID, row IDs are held instead. A key takes up to 28 bytes, or up to 55 bytes if
                  rows are compared, so the default allows for up to 220 MB for each table that is
                  processing such a commit at the same time. With `record.format=debezium`, a key
                  takes up to 66 bytes, and preimages take up to another 64 MiB.
                  """));

  public static final Option<SkippedOperations> SKIPPED_OPERATIONS =
      GROUP.add(
          Option.of("skipped.operations", ListTypes.skippedOperations())
              .defaultValue(SkippedOperations.NONE)
              .importance(Importance.LOW)
              .displayName("Skipped operations")
              .inheritable()
              .documentation(
                  """
                  The kinds of changes that are not published: any of `c` (new rows), `u` (updates)
                  and `d` (deletes, including their tombstones), or `none` to publish all changes.
                  With skipped operations the topic does not mirror the table: without `d` it keeps
                  deleted rows forever, and without `c` or `u` it lacks rows or has outdated ones.
                  The rows of a snapshot are published in any case; see `snapshot.mode`.
                  """));

  public static final Option<Boolean> SKIP_MESSAGES_WITHOUT_CHANGE =
      GROUP.add(
          Option.of("skip.messages.without.change", OptionTypes.bool())
              .defaultValue(true)
              .displayName("Skip messages without change")
              .inheritable()
              .documentation(
                  """
                  Whether to leave out updates that change no published column. An overwrite or a
                  RESTORE, for example, can write rows again with the same values. The option has an
                  effect only with `commit.consolidation=key`, and not on a commit that changes the
                  schema of the table. If changes are derived from files (see `change.feed`), such
                  updates are always left out, because the files do not distinguish them from copied
                  rows, which are rows that a commit moves to another file without changing them.
                  """));

  public static final Option<Boolean> INCLUDE_PREIMAGES =
      GROUP.add(
          Option.of("include.preimages", OptionTypes.bool())
              .defaultValue(false)
              .importance(Importance.LOW)
              .displayName("Include preimages")
              .inheritable()
              .documentation(
                  """
                  Whether to publish the preimage of every update, which is the row before the
                  update, as a record of its own with the change type `update_preimage`. This is
                  meant for audit topics. It requires `commit.consolidation=none` and
                  `record.format=row`.
                  """));

  public static final Option<UnsafeSchemaChange> UNSAFE_SCHEMA_CHANGE =
      GROUP.add(
          Option.of("unsafe.schema.change", EnumType.underscored(UnsafeSchemaChange.class))
              .defaultValue(UnsafeSchemaChange.FAIL)
              .displayName("Unsafe schema change")
              .inheritable()
              .documentation(
                  """
                  What to do if a version of the table changes the type of a published column in a
                  way that consumers may silently misread, such as another scale of a decimal, or a
                  date that becomes a timestamp.

                  - `fail`: fail before any record of the version is published.
                  - `publish`: publish the version with its new schema, and log a warning.

                  The following changes are safe and never fail: wider integer types, float to
                  double, integer types other than long to double, more digits before the decimal
                  point, and columns that are added, dropped, renamed or moved.
                  """));

  public static final Option<NullKeyHandling> NULL_KEY_HANDLING =
      GROUP.add(
          Option.of("null.key.handling", EnumType.underscored(NullKeyHandling.class))
              .defaultValue(NullKeyHandling.FAIL)
              .displayName("Null key handling")
              .documentation(
                  """
                  What to do with a row that has null in a key column.

                  - `fail`: fail with an error that names the table, the version and the column.
                  - `skip`: do not publish the row. The connector counts skipped rows.
                  """));

  public static final Option<List<String>> ALLOW_ABSOLUTE_PATHS =
      GROUP.add(
          Option.of("allow.absolute.paths", ListTypes.places())
              .defaultValue(List.of())
              .displayName("Allowed paths")
              .inheritable()
              .documentation(
                  """
                  Where files of a table may be outside of the table's own store: a comma-separated
                  list of stores, such as `s3a://bucket`, and of directories, such as
                  `s3a://bucket/raw` or `/data/source`, which include all directories below them. A
                  shallow clone needs it if its source is in another store, or on a local disk.

                  The log of a table can name files at any path, and the connector reads them with
                  its own credentials. Without this option, it reads only files in the same bucket,
                  container or name node as the table. If the table is in a local file system, it
                  reads only files in the directory of the table. A version that needs any other
                  file fails with `PATH_NOT_ALLOWED`.
                  """));

  private SourceOptions() {}
}
