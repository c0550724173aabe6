package io.deltacdf.connect.table;

import io.delta.kernel.types.StructField;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pads the values of {@code CHAR(n)} columns with blanks to n characters, as Spark does whenever it
 * reads them: files hold them padded or not, as their writer liked. Fields inside other types are
 * left as they are.
 */
final class CharPadding {
  /** Spark's own note of the type that the user declared; Delta knows the column as a string. */
  private static final String DECLARED_TYPE = "__CHAR_VARCHAR_TYPE_STRING";

  private static final Pattern CHAR = Pattern.compile("char\\((\\d+)\\)");

  private CharPadding() {}

  /** The length of a column declared as CHAR; empty for all others. */
  static OptionalInt lengthOf(StructField column) {
    if (!column.getMetadata().contains(DECLARED_TYPE)) {
      return OptionalInt.empty();
    }
    Matcher declared = CHAR.matcher(column.getMetadata().getString(DECLARED_TYPE));
    return declared.matches()
        ? OptionalInt.of(Integer.parseInt(declared.group(1)))
        : OptionalInt.empty();
  }

  /**
   * Pads text.
   *
   * @param text UTF-8, or null
   * @param length in characters (code points); 0 for no padding
   */
  static byte[] pad(byte[] text, int length) {
    if (text == null || length == 0) {
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
      // Every character has one byte that does not continue another.
      if ((b & 0xC0) != 0x80) {
        characters++;
      }
    }
    return characters;
  }
}
