package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig.NameAdjustment;

/**
 * Adjusts names to the rules of Avro, as {@code field.name.adjustment.mode} and {@code
 * schema.name.adjustment.mode} say: letters, digits and underscores, not starting with a digit.
 */
final class NameAdjuster {
  private final NameAdjustment mode;

  NameAdjuster(NameAdjustment mode) {
    this.mode = mode;
  }

  /** Adjusts the name of a field, or one part of the name of a schema. */
  String adjust(String name) {
    return switch (mode) {
      case NONE -> name;
      case AVRO -> avro(name);
      case AVRO_UNICODE -> avroUnicode(name);
    };
  }

  /** Adjusts a name that consists of parts separated by dots. */
  String adjustParts(String name) {
    if (mode == NameAdjustment.NONE) {
      return name;
    }
    StringBuilder adjusted = new StringBuilder(name.length());
    int start = 0;
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
      adjusted.append(adjust(name.substring(start, dot))).append('.');
      start = dot + 1;
    }
    return adjusted.append(adjust(name.substring(start))).toString();
  }

  private static String avro(String name) {
    StringBuilder adjusted = new StringBuilder(name.length() + 1);
    if (name.isEmpty() || isDigit(name.charAt(0))) {
      adjusted.append('_');
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      adjusted.append(isLetter(c) || isDigit(c) ? c : '_');
    }
    return adjusted.toString();
  }

  // The underscore is the escape character, so it is escaped too: different names stay different.
  private static String avroUnicode(String name) {
    StringBuilder adjusted = new StringBuilder(name.length() + 8);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (isLetter(c) || (isDigit(c) && i > 0)) {
        adjusted.append(c);
      } else {
        adjusted.append("_u").append("%04x".formatted((int) c));
      }
    }
    return adjusted.toString();
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
