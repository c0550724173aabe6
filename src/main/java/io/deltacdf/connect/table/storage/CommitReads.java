package io.deltacdf.connect.table.storage;

import io.delta.kernel.utils.FileStatus;
import org.jspecify.annotations.Nullable;

/** Is told of each commit file that was read completely. */
@FunctionalInterface
public interface CommitReads {
  /** Does nothing. */
  CommitReads IGNORED = (version, hash) -> {};

  /**
   * A commit file was read.
   *
   * @param hash the {@link ContentHash} of all its bytes
   */
  void read(long version, String hash);

  /**
   * Returns the content of a commit file that was read already, so that it is not read again; null
   * if it has to be read.
   */
  default byte @Nullable [] content(String path) {
    return null;
  }

  /** A commit file was listed. Delta Kernel does not keep the etag of its status. */
  default void listed(FileStatus file) {}
}
