package io.deltacdf.connect.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Runs commands like {@code bin/delta-cdf} and captures their output. */
final class CliTerminal {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();
  private final Clock clock;

  CliTerminal() {
    this(Clock.systemUTC());
  }

  private CliTerminal(Clock clock) {
    this.clock = clock;
  }

  static CliTerminal at(Instant now) {
    return new CliTerminal(Clock.fixed(now, ZoneOffset.UTC));
  }

  /** Runs a command and returns its exit code. */
  int run(String... arguments) {
    return DeltaCdf.run(
        new Terminal(out, new PrintWriter(err, true), false, false, clock), arguments);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  List<String> lines() {
    return out().lines().toList();
  }

  String err() {
    return err.toString();
  }
}
