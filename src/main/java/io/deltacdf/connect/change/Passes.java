package io.deltacdf.connect.change;

import java.util.Iterator;

/** The passes over a version, each made when the one before it is over. */
interface Passes {
  /**
   * The next pass; null where there is none.
   *
   * @throws InterruptedException when the feed is stopped
   */
  Pass next() throws InterruptedException;

  /** The keys seen so far for which the version has several new rows. */
  default long repeatedKeys() {
    return 0;
  }

  /** Lets go what is held of the version; there is no further pass. */
  default void close() {}

  /** Passes that are known from the beginning. */
  static Passes of(Iterable<Pass> passes) {
    Iterator<Pass> each = passes.iterator();
    return () -> each.hasNext() ? each.next() : null;
  }
}
