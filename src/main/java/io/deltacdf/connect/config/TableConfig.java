package io.deltacdf.connect.config;

import io.deltacdf.connect.config.catalog.CatalogConfig;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The configuration of one table: its own options merged with those of the connector.
 *
 * @param name the name in {@code tables}, which is also that of the source partition
 * @param path a local path, a Hadoop URI, or the name of a table in a catalog
 * @param key the names of the key columns in the order of the key; empty for a table without a key
 * @param columns which columns are fields of the value
 * @param topic the topic of the records
 * @param start where the table starts if no offset is stored
 * @param endVersion the last version to publish; empty to publish without end
 * @param snapshotRequest the requested snapshot; empty if none is requested
 * @param snapshotMode what is published first if {@code start} is {@link StartPosition.Snapshot}
 * @param changeFeed where changes come from
 * @param consolidation how changes to the same key are combined; NONE if there is no key
 * @param consolidationMaxKeys how many keys are held in memory to combine changes
 * @param skippedOperations which changes are not published
 * @param skipUnchanged whether to leave out updates that change no published column
 * @param includePreimages whether preimages are records too; only with NONE
 * @param unsafeSchemaChange what to do at a change of types that consumers may misread
 * @param pathPolicy what to do if the path holds something else than the table that was published
 * @param catalog the catalog that the path is a name in; empty if it is no such name
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
    UnsafeSchemaChange unsafeSchemaChange,
    PathPolicy pathPolicy,
    Optional<CatalogConfig> catalog) {
  public TableConfig {
    key = List.copyOf(key);
  }
}
