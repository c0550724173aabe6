package io.deltacdf.connect.config;

import java.util.List;

/**
 * {@code skipped.operations}: which changes are not published.
 *
 * @param creates {@code c}
 * @param updates {@code u}
 * @param deletes {@code d}
 */
public record SkippedOperations(boolean creates, boolean updates, boolean deletes) {
  static final String CREATES = "c";
  static final String UPDATES = "u";
  static final String DELETES = "d";
  static final String NOTHING = "none";

  /** What the option may name. */
  static final List<String> NAMES = List.of(CREATES, UPDATES, DELETES, NOTHING);

  /** Everything is published. */
  public static final SkippedOperations NONE = of(List.of(NOTHING));

  static SkippedOperations of(List<String> names) {
    return new SkippedOperations(
        names.contains(CREATES), names.contains(UPDATES), names.contains(DELETES));
  }

  boolean isAll() {
    return creates && updates && deletes;
  }
}
