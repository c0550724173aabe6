package io.deltacdf.connect.table;

import java.util.List;

/**
 * What a reader does with the values of a column beyond its type: a tree along the type. The parts
 * of a struct are its fields, that of an array its element, those of a map its key and its value.
 *
 * @param charLength what text is padded to; 0 for none
 * @param variant reads the variants of a file; null for all other types
 * @param parts empty where no part needs anything
 */
record ColumnForm(int charLength, VariantReader variant, List<ColumnForm> parts) {
  /** Values as they are. */
  static final ColumnForm PLAIN = new ColumnForm(0, null, List.of());

  ColumnForm {
    parts = List.copyOf(parts);
  }

  static ColumnForm padded(int charLength) {
    return new ColumnForm(charLength, null, List.of());
  }

  static ColumnForm of(VariantReader variant) {
    return new ColumnForm(0, variant, List.of());
  }

  /** The form of a type with parts. */
  static ColumnForm of(List<ColumnForm> parts) {
    return parts.stream().allMatch(PLAIN::equals) ? PLAIN : new ColumnForm(0, null, parts);
  }

  ColumnForm part(int ordinal) {
    return parts.isEmpty() ? PLAIN : parts.get(ordinal);
  }
}
