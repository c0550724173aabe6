package io.deltacdf.connect.config;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One table to publish, its own options merged with the connector's defaults.
 *
 * @param name the name in {@code tables}; names the source partition
 * @param path a local path or a Hadoop URI
 * @param key names of the key columns in order; empty for a table without a key
 * @param columns which columns are fields of the value
 * @param topic the topic of its records
 * @param start where it starts when no offset is stored
 * @param endVersion the last version to publish, where set
 * @param snapshotRequest the new snapshot that is asked for, where one is
 * @param snapshotMode what is published first where {@code start} asks for a snapshot
 * @param changeFeed where changes come from
 * @param consolidation how changes of one key are put together; NONE where there is no key
 * @param consolidationMaxKeys how many keys are held at once for that
 * @param skippedOperations which changes are not published
 * @param skipUnchanged whether updates are left out that change no published column
 * @param includePreimages whether the rows before updates are records too; only with NONE
 * @param unsafeSchemaChange what to do at a change of types that consumers may misread
 */
public record TableConfig(
    String name,
    String path,
    List<String> key,
    ColumnFilter columns,
    String topic,
    StartPosition start,
    OptionalLong endVersion,
    Optional<String> snapshotRequest,
    SnapshotMode snapshotMode,
    ChangeFeed changeFeed,
    Consolidation consolidation,
    int consolidationMaxKeys,
    SkippedOperations skippedOperations,
    boolean skipUnchanged,
    boolean includePreimages,
    UnsafeSchemaChange unsafeSchemaChange) {
  public TableConfig {
    key = List.copyOf(key);
  }
}
