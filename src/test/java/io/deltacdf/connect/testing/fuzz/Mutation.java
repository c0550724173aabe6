package io.deltacdf.connect.testing.fuzz;

import java.nio.charset.StandardCharsets;

/**
 * A damaged file.
 *
 * @param bytes the new content
 * @param text what was done to it, for the report of a failure
 */
public record Mutation(byte[] bytes, String text) {
  /** Whether nothing is left of a text. */
  boolean isBlank() {
    return new String(bytes, StandardCharsets.UTF_8).isBlank();
  }
}
