package io.deltacdf.connect.catalog;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a catalog knows of a table at one moment.
 *
 * @param id the catalog's own id of the table, which a table that is dropped and created again does
 *     not keep
 * @param location the URI of the table's directory
 * @param managesCommits whether only the catalog knows the newest commits
 * @param unpublished the commits that are not published yet, or were not when the catalog was told
 *     last; empty unless it manages the commits
 * @param latestVersion the newest version, if the catalog says which it is
 */
public record CatalogEntry(
    String id,
    String location,
    boolean managesCommits,
    List<StagedCommit> unpublished,
    OptionalLong latestVersion) {
  public CatalogEntry {
    unpublished = List.copyOf(unpublished);
  }

  /**
   * A commit that only the catalog knows.
   *
   * @param fileName the name of its file in the directory of staged commits
   * @param size the size of the file in bytes
   * @param modificationTime the time of the file in milliseconds since the epoch
   */
  public record StagedCommit(long version, String fileName, long size, long modificationTime) {}

  /**
   * Returns the newest version, which is that of an unpublished commit if there are any; empty if
   * the catalog does not say which it is, so that every published one counts.
   */
  public OptionalLong newest() {
    OptionalLong staged = unpublished.stream().mapToLong(StagedCommit::version).max();
    return staged.isPresent() && latestVersion.isPresent()
        ? OptionalLong.of(Math.max(staged.getAsLong(), latestVersion.getAsLong()))
        : staged.isPresent() ? staged : latestVersion;
  }
}
