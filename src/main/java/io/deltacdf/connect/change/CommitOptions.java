package io.deltacdf.connect.change;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.TableConfig;

/**
 * How the commits of a table become changes.
 *
 * @param changeFeed where changes are read from
 * @param consolidation whether the changes of a key become one
 * @param keyed whether the table has a key
 * @param maxKeys the number of keys, or row ids, that may be held at once; a commit with more is
 *     published in partitions
 * @param skipUnchanged whether updates are left out that change no published column
 * @param includePreimages whether rows before updates are changes of their own; only with {@link
 *     Consolidation#NONE}
 * @param includeBefore whether changes carry the row before them if the commit contains it (see
 *     {@link Change#before})
 */
public record CommitOptions(
    ChangeFeed changeFeed,
    Consolidation consolidation,
    boolean keyed,
    int maxKeys,
    boolean skipUnchanged,
    boolean includePreimages,
    boolean includeBefore) {
  /** Returns the options that are configured for a table. */
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
