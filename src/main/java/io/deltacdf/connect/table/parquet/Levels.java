package io.deltacdf.connect.table.parquet;

import org.apache.parquet.schema.Type;

/**
 * The levels of a type in a file's schema, as Dremel defines them.
 *
 * @param definition the definition level of a value that is not null
 * @param repetition the number of repeated types from the root to this type
 * @param slotDefinition the lowest definition level of an entry that has a slot for the value,
 *     which is the definition level of the innermost repeated type around it
 */
record Levels(int definition, int repetition, int slotDefinition) {
  static final Levels ROOT = new Levels(0, 0, 0);

  /** Returns the levels of a child of this type. */
  Levels of(Type type) {
    return switch (type.getRepetition()) {
      case REQUIRED -> this;
      case OPTIONAL -> new Levels(definition + 1, repetition, slotDefinition);
      case REPEATED -> new Levels(definition + 1, repetition + 1, definition + 1);
    };
  }

  /** Returns the next entry that is not a further element of a list inside this type. */
  int nextEntry(byte[] repetitions, int from, int to) {
    int i = from;
    while (i < to && repetitions[i] > repetition) {
      i++;
    }
    return i;
  }
}
