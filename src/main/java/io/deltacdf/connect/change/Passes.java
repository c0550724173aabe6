package io.deltacdf.connect.change;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The passes over a version. Each pass is created when the one before it is completed. */
interface Passes {
  /**
   * Reads a part of what {@link #next} needs to know, one file at most. It is called until it
   * returns false, and then {@link #next} reads nothing. After a failure the next call tries again.
   *
   * @return whether there is more to read
   */
  default boolean prepare() {
    return false;
  }

  /** Returns the next pass, or null after the last one. */
  @Nullable Pass next();

  /** Returns a number that grows with what {@link #prepare} has read. */
  default long progress() {
    return 0;
  }

  /** Returns how many keys have had several postimages so far. */
  default long repeatedKeys() {
    return 0;
  }

  /**
   * Returns how many preimages of updates lack their postimage, once the last pass is completed; 0
   * if this is not known, or if they are published as preimages.
   */
  default long orphanPreimages() {
    return 0;
  }

  /** Returns about how many bytes of memory the sets of keys and the buffered rows take. */
  default long heldBytes() {
    return 0;
  }

  /** Releases what is held of the version. No pass follows. */
  default void close() {}

  /** Returns passes that are all known from the start. */
  static Passes of(Iterable<Pass> passes) {
    Iterator<Pass> iterator = passes.iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }
}
