package io.deltacdf.connect.table.parquet;

import org.apache.parquet.schema.Type;

/**
 * The levels at which a type stands in a file's schema, as Dremel counts them.
 *
 * @param definition the definition level of a value that is there
 * @param repetition how many repeated types there are from the root to the type itself
 * @param slotDefinition the definition level from which on there is a place for the value: that of
 *     the innermost repeated type around it
 */
record Levels(int definition, int repetition, int slotDefinition) {
  static final Levels ROOT = new Levels(0, 0, 0);

  /** The levels of a type inside of this one. */
  Levels of(Type type) {
    return switch (type.getRepetition()) {
      case REQUIRED -> this;
      case OPTIONAL -> new Levels(definition + 1, repetition, slotDefinition);
      case REPEATED -> new Levels(definition + 1, repetition + 1, definition + 1);
    };
  }
}
