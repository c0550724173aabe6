package io.deltacdf.connect.table.variant;

import org.apache.parquet.variant.Variant;

/** Variants for tests outside the package. */
public final class Variants {
  private Variants() {}

  /** The JSON text of a variant, as it is published, from its two binaries. */
  public static String json(byte[] metadata, byte[] value) {
    return VariantText.of(new Variant(value, metadata));
  }
}
