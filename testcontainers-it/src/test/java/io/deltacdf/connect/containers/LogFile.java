package io.deltacdf.connect.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.testcontainers.containers.output.OutputFrame;

/** Keeps what a container prints in {@code target/logs/<name>.log}. */
final class LogFile implements Consumer<OutputFrame> {
  private static final Path DIRECTORY = Path.of("target", "logs");

  private final Path file;

  /** A new, empty file. */
  LogFile(String name) {
    file = DIRECTORY.resolve(name + ".log");
    try {
      Files.createDirectories(DIRECTORY);
      Files.write(file, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  @Override
  public void accept(OutputFrame frame) {
    if (frame.getBytes() == null) {
      return; // The end of the output.
    }
    try {
      Files.write(file, frame.getBytes(), StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  /** How often a pattern is found in what was printed so far. */
  int count(Pattern pattern) {
    try {
      return (int) pattern.matcher(Files.readString(file)).results().count();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
