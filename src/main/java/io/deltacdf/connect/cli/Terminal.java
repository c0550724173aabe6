package io.deltacdf.connect.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Clock;

/**
 * The output streams and the clock of a command.
 *
 * @param out standard output, not buffered; a failed write throws {@link java.io.IOException},
 *     unlike with {@link System#out}
 * @param err standard error, for messages
 * @param outIsTerminal whether standard output is a terminal
 * @param errIsTerminal whether standard error is a terminal, where a progress line can be shown
 * @param clock the clock
 */
record Terminal(
    OutputStream out, PrintWriter err, boolean outIsTerminal, boolean errIsTerminal, Clock clock) {
  /** Set by {@code bin/delta-cdf}, since Java cannot tell this for each stream. */
  private static final String OUT_IS_TERMINAL = "deltacdf.stdout.terminal";

  private static final String ERR_IS_TERMINAL = "deltacdf.stderr.terminal";

  static Terminal ofProcess() {
    return new Terminal(
        new FileOutputStream(FileDescriptor.out),
        new PrintWriter(System.err, true, Charset.defaultCharset()),
        Boolean.getBoolean(OUT_IS_TERMINAL),
        Boolean.getBoolean(ERR_IS_TERMINAL),
        Clock.systemUTC());
  }

  /** Creates the progress line of a command that prints results while it works. */
  ProgressLine progressOfStream(String unit) {
    return new ProgressLine(err, errIsTerminal && !outIsTerminal, unit);
  }

  /** Creates the progress line of a command that prints its result at the end. */
  ProgressLine progress(String unit) {
    return new ProgressLine(err, errIsTerminal, unit);
  }
}
