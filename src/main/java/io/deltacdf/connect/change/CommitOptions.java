package io.deltacdf.connect.change;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.TableConfig;

/**
 * How the changes of a table's commits are made.
 *
 * @param changeFeed where they come from
 * @param consolidation how the changes of one key are put together
 * @param keyed whether the table has a key
 * @param maxKeys how many keys, or row ids, may be held at once; with more a commit is done in
 *     partitions
 * @param skipUnchanged whether updates are left out that change no published column
 * @param includePreimages whether rows before updates are changes of their own; only with NONE
 * @param includeBefore whether changes carry the row before them wherever the commit tells it; see
 *     {@link Change#before}
 */
public record CommitOptions(
    ChangeFeed changeFeed,
    Consolidation consolidation,
    boolean keyed,
    int maxKeys,
    boolean skipUnchanged,
    boolean includePreimages,
    boolean includeBefore) {
  /** The options of a table, whose records hold the rows before changes or not. */
  public static CommitOptions of(TableConfig table, boolean includeBefore) {
    return new CommitOptions(
        table.changeFeed(),
        table.consolidation(),
        !table.key().isEmpty(),
        table.consolidationMaxKeys(),
        table.skipUnchanged(),
        table.includePreimages(),
        includeBefore);
  }
}
