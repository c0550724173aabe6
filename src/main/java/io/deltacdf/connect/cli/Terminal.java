package io.deltacdf.connect.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Clock;

/**
 * Where a command writes, and what time it is.
 *
 * @param out standard output, not buffered; a failed write is an {@link java.io.IOException},
 *     unlike with {@link System#out}
 * @param err standard error, for messages
 * @param outIsTerminal whether somebody looks at standard output
 * @param errIsTerminal whether somebody looks at standard error, so that a progress line is of use
 * @param clock the present time
 */
record Terminal(
    OutputStream out, PrintWriter err, boolean outIsTerminal, boolean errIsTerminal, Clock clock) {
  /** Set by {@code bin/delta-cdf}: Java itself cannot tell for each stream. */
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

  /** ProgressLine of work whose results go to standard output as they come. */
  ProgressLine progressOfStream(String unit) {
    return new ProgressLine(err, errIsTerminal && !outIsTerminal, unit);
  }

  /** ProgressLine of work whose result is printed at its end. */
  ProgressLine progress(String unit) {
    return new ProgressLine(err, errIsTerminal, unit);
  }
}
