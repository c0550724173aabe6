package io.deltacdf.connect.table.parquet;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * Derives which values of a group are null, and the sizes of lists, from the levels of a leaf in
 * the group. A group has one slot for each row or, inside a list, one for each element of the list.
 *
 * @param source the leaf whose levels are used
 * @param levels the levels of the group
 * @param others for the parent of a repeated field, the other leaves in this field; for a struct, a
 *     leaf of each of its other fields
 * @param element the levels of an element of the repeated field
 */
record GroupLevels(LeafReader source, Levels levels, List<LeafReader> others, Levels element) {
  /** Creates the levels of a struct. */
  GroupLevels(LeafReader source, Levels levels, List<LeafReader> others) {
    this(source, levels, others, levels);
  }

  /**
   * The lists of a batch.
   *
   * @param nulls says which lists are null
   * @param offsets the index of each list's first element, and at the end the number of elements
   */
  record Lists(boolean[] nulls, int[] offsets) {}

  /** Says which slots of the current batch are null; returns null if none of them is. */
  boolean @Nullable [] nulls() {
    others.forEach(other -> other.requireSameNulls(source, levels));
    byte[] definitions = source.levels().definitions();
    if (definitions == null || levels.definition() == levels.slotDefinition()) {
      return null;
    }
    byte[] repetitions = source.levels().repetitions();
    int entries = source.levels().entries();
    boolean[] nulls = new boolean[entries];
    boolean any = false;
    if (repetitions == null) {
      int present = levels.definition();
      for (int i = 0; i < entries; i++) {
        boolean isNull = definitions[i] < present;
        nulls[i] = isNull;
        any |= isNull;
      }
      return any ? nulls : null;
    }
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

  /** Returns the lists of the current batch, if the group is the parent of a repeated field. */
  Lists lists() {
    others.forEach(other -> other.requireSameLists(source, element));
    // A repeated field has levels of both kinds.
    byte[] definitions = Objects.requireNonNull(source.levels().definitions());
    byte[] repetitions = Objects.requireNonNull(source.levels().repetitions());
    int entries = source.levels().entries();
    int most = levels.repetition() == 0 ? rows(repetitions, entries) : entries;
    boolean[] nulls = new boolean[most];
    int[] offsets = new int[most + 1];
    int slots = 0;
    int elements = 0;
    for (int i = 0; i < entries; i++) {
      int definition = definitions[i];
      if (startsSlot(repetitions, i, definition)) {
        nulls[slots] = definition < levels.definition();
        offsets[slots++] = elements;
      }
      boolean isElement = definition > levels.definition();
      if (repetitions[i] > levels.repetition()
          && (!isElement || slots == 0 || offsets[slots - 1] == elements)) {
        throw source.failure(
            new ParquetDecodingException("a list that is null or empty has further elements"));
      }
      if (isElement && repetitions[i] <= levels.repetition() + 1) {
        elements++;
      }
    }
    offsets[slots] = elements;
    return new Lists(Arrays.copyOf(nulls, slots), Arrays.copyOf(offsets, slots + 1));
  }

  private static int rows(byte[] repetitions, int entries) {
    int rows = 0;
    for (int i = 0; i < entries; i++) {
      rows += repetitions[i] == 0 ? 1 : 0;
    }
    return rows;
  }

  private boolean startsSlot(byte @Nullable [] repetitions, int entry, int definition) {
    return (repetitions == null || repetitions[entry] <= levels.repetition())
        && definition >= levels.slotDefinition();
  }
}
