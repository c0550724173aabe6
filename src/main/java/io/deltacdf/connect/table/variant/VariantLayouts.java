package io.deltacdf.connect.table.variant;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.table.parquet.VariantLayout;
import java.util.function.Function;
import org.apache.parquet.schema.GroupType;

/** Tells the Parquet reader how to read the variants that a group of a file holds. */
public final class VariantLayouts implements Function<GroupType, VariantLayout> {
  private final Function<RuntimeException, DeltaCdfException> failure;

  /**
   * Creates the layouts of one file.
   *
   * @param failure makes the exception that is thrown for a damaged value
   */
  public VariantLayouts(Function<RuntimeException, DeltaCdfException> failure) {
    this.failure = failure;
  }

  @Override
  public VariantLayout apply(GroupType group) {
    VariantReader reader = new VariantReader(group, failure);
    return new VariantLayout(
        VariantGroup.requested(group), struct -> new VariantColumn(struct, reader));
  }
}
