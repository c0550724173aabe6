package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The logging of child processes: level INFO, to their standard output, which goes to their log
 * file.
 */
final class ChildLogging {
  private ChildLogging() {}

  /** The JVM option for log4j 2 (Kafka 4). */
  static String log4j2() {
    return "-Dlog4j2.configurationFile=" + file("child-log4j2.xml");
  }

  /** The JVM option for log4j 1 (Kafka 3). */
  static String log4j1() {
    return "-Dlog4j.configuration=" + file("child-log4j.properties").toUri();
  }

  private static Path file(String resource) {
    try (InputStream in = ChildLogging.class.getResourceAsStream(resource)) {
      Path directory = Files.createDirectories(ProjectDirectory.get().resolve("target/it"));
      Path copy = Files.createTempFile(directory, "copy", null);
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      // Moved into place as a whole: another JVM may be reading the file.
      return Files.move(copy, directory.resolve(resource), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + resource, e);
    }
  }
}
