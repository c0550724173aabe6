package io.deltacdf.connect.table;

import io.delta.kernel.types.StructField;
import java.util.Arrays;

/**
 * Pads the values of {@code CHAR(n)} with blanks to n characters, as Spark does whenever it reads
 * them: files hold them padded or not, as their writer liked.
 */
final class CharPadding {
  /**
   * Spark's own note of the type that the user declared, on columns of which a part is CHAR or
   * VARCHAR; Delta knows that part as a string.
   */
  private static final String DECLARED_TYPE = "__CHAR_VARCHAR_TYPE_STRING";

  private CharPadding() {}

  /** Where a column is padded: itself, or the parts of its type. */
  static ReadTransform of(StructField column) {
    return column.getMetadata().contains(DECLARED_TYPE)
        ? DeclaredType.form(column.getMetadata().getString(DECLARED_TYPE), column.getDataType())
        : ReadTransform.PLAIN;
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
