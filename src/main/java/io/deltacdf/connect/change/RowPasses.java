package io.deltacdf.connect.change;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The passes that publish each row as a change of its own. */
final class RowPasses implements Passes {
  private final Iterator<Pass> passes;
  private final @Nullable RowPassthrough counter;

  /**
   * @param passes all passes
   * @param counter the handler that meets all preimages and postimages of updates; null if it does
   *     not meet all of them
   */
  RowPasses(List<Pass> passes, @Nullable RowPassthrough counter) {
    this.passes = passes.iterator();
    this.counter = counter;
  }

  @Override
  public @Nullable Pass next() {
    return passes.hasNext() ? passes.next() : null;
  }

  @Override
  public long orphanPreimages() {
    return counter == null ? 0 : counter.orphanPreimages();
  }
}
