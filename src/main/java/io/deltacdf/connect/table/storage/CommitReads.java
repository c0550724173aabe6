package io.deltacdf.connect.table.storage;

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
}
