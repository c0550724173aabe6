package io.deltacdf.connect.table.parquet;

import java.util.Arrays;

/**
 * What the levels of a leaf say of a group above it. A slot of a group is a place where its value
 * may stand: one for each row, or, inside of lists, one for each element of the list around it.
 *
 * @param source the leaf whose levels are taken
 * @param levels those of the group
 */
record GroupLevels(LeafReader source, Levels levels) {
  /** The lists of a batch: which are null, and where the elements of each begin. */
  record Lists(boolean[] nulls, int[] offsets) {}

  /** Which slots are null in the batch read last; null where none is. */
  boolean[] nulls() {
    byte[] definitions = source.definitions();
    if (definitions == null || levels.definition() == levels.slotDefinition()) {
      return null;
    }
    byte[] repetitions = source.repetitions();
    int entries = source.entries();
    boolean[] nulls = new boolean[entries];
    boolean any = false;
    int slot = 0;
    for (int i = 0; i < entries; i++) {
      int definition = definitions[i];
      if (startsSlot(repetitions, i, definition)) {
        boolean isNull = definition < levels.definition();
        nulls[slot++] = isNull;
        any |= isNull;
      }
    }
    return any ? nulls : null;
  }

  /** The lists of the batch read last, the group being what holds the repeated elements. */
  Lists lists() {
    byte[] definitions = source.definitions();
    byte[] repetitions = source.repetitions();
    int entries = source.entries();
    boolean[] nulls = new boolean[entries];
    int[] offsets = new int[entries + 1];
    int slots = 0;
    int elements = 0;
    for (int i = 0; i < entries; i++) {
      int definition = definitions[i];
      if (startsSlot(repetitions, i, definition)) {
        nulls[slots] = definition < levels.definition();
        offsets[slots++] = elements;
      }
      if (definition > levels.definition() && repetitions[i] <= levels.repetition() + 1) {
        elements++;
      }
    }
    offsets[slots] = elements;
    return new Lists(Arrays.copyOf(nulls, slots), Arrays.copyOf(offsets, slots + 1));
  }

  private boolean startsSlot(byte[] repetitions, int entry, int definition) {
    return (repetitions == null || repetitions[entry] <= levels.repetition())
        && definition >= levels.slotDefinition();
  }
}
