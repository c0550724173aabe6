package io.deltacdf.connect.table.log;

import java.util.Optional;

/**
 * The hashes of the bytes of two commit files, as {@link LogPosition} has them. Offsets carry them,
 * so that a restart notices that another table is at the path.
 *
 * @param before the hash of the commit before a version; for a snapshot, that of the version itself
 * @param after the hash of the commit of a version
 */
public record CommitHashes(Optional<String> before, Optional<String> after) {
  /** No hash is known. */
  public static final CommitHashes NONE = new CommitHashes(Optional.empty(), Optional.empty());
}
