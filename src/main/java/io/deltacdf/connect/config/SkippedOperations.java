package io.deltacdf.connect.config;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code skipped.operations}: which changes are not published.
 *
 * @param creates {@code c}: whether new rows are skipped
 * @param updates {@code u}: whether updates are skipped
 * @param deletes {@code d}: whether deletes are skipped
 */
public record SkippedOperations(boolean creates, boolean updates, boolean deletes) {
  static final String CREATES = "c";
  static final String UPDATES = "u";
  static final String DELETES = "d";
  static final String NOTHING = "none";

  /** The valid elements of the option. */
  static final List<String> NAMES = List.of(CREATES, UPDATES, DELETES, NOTHING);

  /** All changes are published. */
  public static final SkippedOperations NONE = of(List.of(NOTHING));

  static SkippedOperations of(List<String> names) {
    return new SkippedOperations(
        names.contains(CREATES), names.contains(UPDATES), names.contains(DELETES));
  }

  /** Returns the elements of the option that mean these operations. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    if (creates) {
      names.add(CREATES);
    }
    if (updates) {
      names.add(UPDATES);
    }
    if (deletes) {
      names.add(DELETES);
    }
    return names.isEmpty() ? List.of(NOTHING) : names;
  }

  /** Returns whether no change is published. */
  boolean isAll() {
    return creates && updates && deletes;
  }
}
