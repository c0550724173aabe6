package io.deltacdf.connect.change;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The passes that publish each row as a change of its own. */
final class RowPasses implements Passes {
  private final Iterator<Pass> passes;
  private final RowPassthrough counter;

  /**
   * @param passes all passes
   * @param counter the handler that meets all preimages and postimages of updates
   */
  RowPasses(List<Pass> passes, RowPassthrough counter) {
    this.passes = passes.iterator();
    this.counter = counter;
  }

  @Override
  public @Nullable Pass next() {
    return passes.hasNext() ? passes.next() : null;
  }

  @Override
  public long orphanPreimages() {
    return counter.orphanPreimages();
  }
}
