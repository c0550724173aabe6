package io.deltacdf.connect.table;

import java.util.Arrays;
import java.util.List;

/**
 * Says which values of a column are of type {@code CHAR(n)} and pads them with blanks to n
 * characters. Spark does the same whenever it reads such a value, because files may hold it padded
 * or not.
 *
 * <p>A padding is a tree along the type of the column. The parts of a struct are its fields, that
 * of an array is its element, and those of a map are its key and its value.
 *
 * @param length n, or 0 for a type that is not {@code CHAR(n)}
 * @param parts the paddings of the parts; empty if no part is padded
 */
record CharPadding(int length, List<CharPadding> parts) {
  /** Pads nothing. */
  static final CharPadding NONE = new CharPadding(0, List.of());

  CharPadding {
    parts = List.copyOf(parts);
  }

  /** Returns the padding of the type {@code CHAR(length)}. */
  static CharPadding ofLength(int length) {
    return new CharPadding(length, List.of());
  }

  /** Returns the padding of a type with these parts. */
  static CharPadding ofParts(List<CharPadding> parts) {
    return parts.stream().allMatch(NONE::equals) ? NONE : new CharPadding(0, parts);
  }

  CharPadding part(int ordinal) {
    return parts.isEmpty() ? NONE : parts.get(ordinal);
  }

  /** Pads text in UTF-8; returns the array itself if there is nothing to add. */
  byte[] pad(byte[] text) {
    if (length == 0) {
      return text;
    }
    int missing = length - characters(text);
    if (missing <= 0) {
      return text;
    }
    byte[] padded = Arrays.copyOf(text, text.length + missing);
    Arrays.fill(padded, text.length, padded.length, (byte) ' ');
    return padded;
  }

  private static int characters(byte[] text) {
    int characters = 0;
    for (byte b : text) {
      // Count the bytes that begin a character, which are those that do not continue one.
      if ((b & 0xC0) != 0x80) {
        characters++;
      }
    }
    return characters;
  }
}
