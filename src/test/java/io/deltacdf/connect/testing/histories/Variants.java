package io.deltacdf.connect.testing.histories;

import io.deltacdf.connect.testing.tables.Rows;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/** Sample variants: a null, a number, a text, and objects. */
final class Variants {
  private static final byte[] NO_NAMES = {1, 0, 0};

  /** The metadata of an object with the field {@code a}. */
  private static final byte[] NAME = {1, 1, 0, 1, 'a'};

  private static final byte NULL = 0;
  private static final byte INT8 = 3 << 2;
  private static final byte TEXT_OF_TWO_BYTES = 2 << 2 | 1;
  private static final byte OBJECT = 2;

  private Variants() {}

  /** Returns the variant that belongs to a number from 1 on, as the table's writer takes it. */
  static Map<String, Object> value(int number) {
    byte digit = (byte) number;
    return switch (number % 4) {
      case 1 -> variant(NO_NAMES, NULL);
      case 2 -> variant(NO_NAMES, INT8, digit);
      case 3 -> variant(NO_NAMES, TEXT_OF_TWO_BYTES, (byte) 'n', (byte) ('0' + number % 10));
      // One field, its name, the offsets of its value and of the end, and the value.
      default -> variant(NAME, OBJECT, (byte) 1, (byte) 0, (byte) 0, (byte) 2, INT8, digit);
    };
  }

  private static Map<String, Object> variant(byte[] metadata, byte... value) {
    return Rows.row("value", value, "metadata", metadata);
  }

  /** Returns the JSON text of one of these variants. */
  static String text(Map<?, ?> variant) {
    byte[] value = HexFormat.of().parseHex((String) PlainValues.plain(variant.get("value")));
    return switch (value[0]) {
      case NULL -> "null";
      case INT8 -> String.valueOf(value[1]);
      case TEXT_OF_TWO_BYTES -> "\"" + new String(value, 1, 2, StandardCharsets.US_ASCII) + "\"";
      case OBJECT -> "{\"a\":" + value[6] + "}";
      default -> throw new IllegalArgumentException(Arrays.toString(value));
    };
  }
}
