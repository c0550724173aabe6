package io.deltacdf.connect.testing;

import java.nio.file.Path;

/**
 * What Spark computed from the row tracking of a table, up to its latest version.
 *
 * @param from the first version of the feed
 * @param rows with a column {@code _metadata} of {@code row_id} and {@code row_commit_version};
 *     those of {@link Feed#TABLE} have columns {@code rid} and {@code rcv} instead, and no schema
 */
public record CorpusRowTracking(String name, Path table, Feed feed, long from, OracleRows rows) {

  /** Which of the forms of the feed. */
  public enum Feed {
    /** Carried-over rows dropped, updates as pre- and postimages. */
    UPDATES("changes_upd"),
    /** Carried-over rows dropped, updates as deletes and inserts. */
    CHANGES("changes"),
    /** Every row of every removed and added file. */
    RAW("changes_raw"),
    /** One change for each row over the whole range. */
    NET("changes_net"),
    /** Not a feed: the rows of the latest version. */
    TABLE("rows");

    private final String suffix;

    Feed(String suffix) {
      this.suffix = suffix;
    }

    /** As in the file's name: {@code T.changes_upd.jsonl}. */
    String suffix() {
      return suffix;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
