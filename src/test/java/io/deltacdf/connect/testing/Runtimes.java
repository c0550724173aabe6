package io.deltacdf.connect.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Resolves the class paths of child processes, which are named as the directories in {@code
 * bin/runtime}. A runtime with a {@code package.json} is a program for Node.js. Maven or npm
 * resolves a runtime on first use, and stores the result.
 */
public final class Runtimes {
  /** The system property with the directory to use instead of {@code bin/runtime}. */
  public static final String PROPERTY = "deltacdf.runtime.dir";

  private static final Map<String, Path> TARGETS = new ConcurrentHashMap<>();

  private Runtimes() {}

  /**
   * The jars of a runtime.
   *
   * @throws IllegalStateException if it cannot be resolved, with Maven's message
   */
  public static List<Path> classPath(String name) {
    Path file = target(name).resolve("classpath.txt");
    try {
      String classPath = Files.readString(file);
      return Arrays.stream(classPath.strip().split(File.pathSeparator)).map(Path::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the class path of " + name, e);
    }
  }

  /**
   * Copies the jars of a runtime, as a plugin of workers.
   *
   * @param directory the directory to create
   * @return the directory
   */
  public static Path copy(String name, Path directory) {
    try {
      Files.createDirectories(directory);
      for (Path jar : classPath(name)) {
        Files.copy(jar, directory.resolve(jar.getFileName()));
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create the plugin directory " + directory, e);
    }
  }

  /**
   * Resolves a runtime.
   *
   * @return the directory {@code bin/runtime/<name>/target}, with the class path and other files
   * @throws IllegalStateException if it cannot be resolved, with the message of Maven or npm
   */
  public static Path target(String name) {
    return TARGETS.computeIfAbsent(name, Runtimes::resolve);
  }

  private static Path directory() {
    String set = System.getProperty(PROPERTY);
    return set != null ? Path.of(set) : ProjectDirectory.get().resolve("bin/runtime");
  }

  private static Path resolve(String name) {
    Path directory = directory();
    try {
      Process process =
          new ProcessBuilder("bash", directory.resolve("resolve").toString(), name)
              .redirectErrorStream(true)
              .start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IllegalStateException(
            "Cannot resolve the runtime "
                + name
                + " (try "
                + directory.resolve("resolve")
                + " "
                + name
                + "):\n"
                + output);
      }
      return directory.resolve(name).resolve("target");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot resolve the runtime " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while resolving the runtime " + name, e);
    }
  }
}
