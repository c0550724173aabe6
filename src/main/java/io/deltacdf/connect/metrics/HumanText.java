package io.deltacdf.connect.metrics;

import java.util.List;
import java.util.Locale;

/** Numbers as people read them in the log. */
final class HumanText {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

  /** How many names a line has at most. */
  private static final int MAX_NAMES = 3;

  private HumanText() {}

  /** Returns a duration with its two largest units, such as {@code 3 h 12 min}. */
  static String duration(long millis) {
    long seconds = Math.abs(millis) / 1000;
    String text;
    if (seconds >= DAY) {
      text = seconds / DAY + " d " + seconds % DAY / HOUR + " h";
    } else if (seconds >= HOUR) {
      text = seconds / HOUR + " h " + seconds % HOUR / MINUTE + " min";
    } else if (seconds >= MINUTE) {
      text = seconds / MINUTE + " min " + seconds % MINUTE + " s";
    } else {
      text = seconds + " s";
    }
    return millis <= -1000 ? "-" + text : text;
  }

  /** Returns a size such as {@code 1.2 GiB}. */
  static String bytes(long bytes) {
    double size = bytes;
    int unit = 0;
    while (size >= 1024 && unit + 1 < UNITS.length) {
      size /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", size, UNITS[unit]);
  }

  /** Returns a number such as {@code 12,345}. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns the first names, and how many there are besides. */
  static String names(List<String> names) {
    int more = names.size() - MAX_NAMES;
    return more <= 0
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MAX_NAMES)) + " and " + more + " more";
  }
}
