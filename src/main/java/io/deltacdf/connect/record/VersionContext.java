package io.deltacdf.connect.record;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.CommitHashes;
import java.util.Optional;

/**
 * The version, or the snapshot of a version, whose changes become records.
 *
 * @param version the version
 * @param timestamp its timestamp in milliseconds since the epoch
 * @param operation {@code commitInfo.operation}; empty for a snapshot
 * @param before the table before the commit, whose schema deleted rows have; the same as {@code
 *     after} for a snapshot
 * @param after the table after the commit
 * @param commitHashes the hashes of the commits that the version's offsets carry
 * @param snapshotId the id of the snapshot; empty for a commit
 * @param planHash the hash of everything that determines the order of the version's changes, see
 *     {@link SourceOffset}
 */
public record VersionContext(
    long version,
    long timestamp,
    Optional<String> operation,
    TableState before,
    TableState after,
    CommitHashes commitHashes,
    Optional<String> snapshotId,
    String planHash) {}
