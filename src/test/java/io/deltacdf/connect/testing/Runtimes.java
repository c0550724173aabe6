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
 * The class paths of child processes, by the names of the directories in {@code bin/runtime}
 * ({@code kafka}, {@code connect-3.9}, {@code connect-4.3}, {@code spark}, {@code registry}, {@code
 * search}, {@code s3}). Maven resolves one when it is first used; after that the stored result
 * serves.
 */
public final class Runtimes {
  /** The system property that names another directory than {@code bin/runtime}. */
  public static final String PROPERTY = "deltacdf.runtime.dir";

  private static final Map<String, List<Path>> CLASS_PATHS = new ConcurrentHashMap<>();

  private Runtimes() {}

  /**
   * The jars of a runtime.
   *
   * @throws IllegalStateException if it cannot be resolved, with Maven's own words
   */
  public static List<Path> classPath(String name) {
    return CLASS_PATHS.computeIfAbsent(name, Runtimes::resolve);
  }

  /** What a runtime has beside its class path: {@code bin/runtime/<name>/target}, once resolved. */
  public static Path target(String name) {
    classPath(name);
    return directory().resolve(name).resolve("target");
  }

  private static Path directory() {
    String set = System.getProperty(PROPERTY);
    return set != null ? Path.of(set) : ProjectDirectory.get().resolve("bin/runtime");
  }

  private static List<Path> resolve(String name) {
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
            "Cannot resolve the class path of "
                + name
                + " (it needs Maven and its repository; try "
                + directory.resolve("resolve")
                + " "
                + name
                + "):\n"
                + output);
      }
      String classPath = Files.readString(directory.resolve(name).resolve("target/classpath.txt"));
      return Arrays.stream(classPath.strip().split(File.pathSeparator)).map(Path::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot resolve the class path of " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while resolving the class path of " + name, e);
    }
  }
}
