package io.deltacdf.connect.table;

import io.deltacdf.connect.table.variant.VariantReader;
import java.util.List;

/**
 * What a reader does with the values of a column beyond its type: a tree along the type. The parts
 * of a struct are its fields, that of an array its element, those of a map its key and its value.
 *
 * @param charLength what text is padded to; 0 for none
 * @param variant reads the variants of a file; null for all other types
 * @param parts empty where no part needs anything
 */
public record ReadTransform(int charLength, VariantReader variant, List<ReadTransform> parts) {
  /** Values as they are. */
  static final ReadTransform PLAIN = new ReadTransform(0, null, List.of());

  public ReadTransform {
    parts = List.copyOf(parts);
  }

  static ReadTransform padded(int charLength) {
    return new ReadTransform(charLength, null, List.of());
  }

  public static ReadTransform of(VariantReader variant) {
    return new ReadTransform(0, variant, List.of());
  }

  /** The form of a type with parts. */
  public static ReadTransform of(List<ReadTransform> parts) {
    return parts.stream().allMatch(PLAIN::equals) ? PLAIN : new ReadTransform(0, null, parts);
  }

  public ReadTransform part(int ordinal) {
    return parts.isEmpty() ? PLAIN : parts.get(ordinal);
  }
}
