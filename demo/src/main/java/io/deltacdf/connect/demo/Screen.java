package io.deltacdf.connect.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Prints the demo's lines.
 *
 * @param out where to print
 * @param colour whether to use colours
 * @param width how many characters a line may have
 */
record Screen(PrintStream out, boolean colour, int width) {
  /** Set by {@code bin/demo}: the columns of the terminal, where standard output is one. */
  private static final String TERMINAL_COLUMNS = "deltacdf.terminal.columns";

  private static final int DEFAULT_WIDTH = 120;
  private static final int LEAST_WIDTH = 80;
  private static final String CUT = "..";

  /** Colours of a terminal. */
  enum Ink {
    BOLD(1),
    DIM(2),
    RED(31),
    GREEN(32),
    YELLOW(33),
    CYAN(36);

    private final int code;

    Ink(int code) {
      this.code = code;
    }
  }

  static Screen ofProcess() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Integer columns = Integer.getInteger(TERMINAL_COLUMNS);
    return columns == null
        ? new Screen(out, false, DEFAULT_WIDTH)
        : new Screen(out, true, Math.max(LEAST_WIDTH, columns));
  }

  void line(String text) {
    out.println(text.stripTrailing());
  }

  void blank() {
    out.println();
  }

  void title(String text) {
    out.println(paint(Ink.BOLD, text));
  }

  /** A line of a list: what, and what about it. */
  void item(String what, String text) {
    line(pad(what, 11) + " " + text);
  }

  String paint(Ink ink, String text) {
    return colour ? "\u001b[" + ink.code + "m" + text + "\u001b[0m" : text;
  }

  /** The text in exactly this many characters: filled up with blanks, or cut. */
  static String pad(String text, int width) {
    String cut = cut(text, width);
    return cut + " ".repeat(width - cut.length());
  }

  /** The text in at most this many characters, with control characters shown as blanks. */
  static String cut(String text, int width) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    if (line.length() <= width) {
      return line;
    }
    return line.substring(0, Math.max(0, width - CUT.length())) + CUT;
  }

  static String seconds(long sinceNanos) {
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - sinceNanos) / 1e9);
  }
}
