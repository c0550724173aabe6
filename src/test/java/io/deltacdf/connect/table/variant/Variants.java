package io.deltacdf.connect.table.variant;

import org.apache.parquet.variant.Variant;

/** Gives tests of other packages access to variants. */
public final class Variants {
  private Variants() {}

  /** Returns the JSON text that is published for a variant, from its two binaries. */
  public static String json(byte[] metadata, byte[] value) {
    return VariantText.of(new Variant(value, metadata));
  }
}
