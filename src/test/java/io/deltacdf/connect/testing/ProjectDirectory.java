package io.deltacdf.connect.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the directory of the project, and creates work directories for processes in it. */
public final class ProjectDirectory {
  /**
   * The system property with the directory of the project. Without it, the parent directories are
   * searched.
   */
  public static final String PROPERTY = "deltacdf.home";

  private ProjectDirectory() {}

  /**
   * The project's directory: that of the system property {@value #PROPERTY}, or the nearest
   * directory above the working directory that holds {@code bin/runtime/resolve}.
   *
   * @throws IllegalStateException if there is none
   */
  public static Path get() {
    String set = System.getProperty(PROPERTY);
    Path start = Path.of(set != null ? set : "").toAbsolutePath();
    for (Path dir = start; dir != null; dir = dir.getParent()) {
      if (Files.exists(dir.resolve("bin/runtime/resolve"))) {
        return dir;
      }
    }
    throw new IllegalStateException(
        "No project directory (with bin/runtime) at or above "
            + start
            + ": start there, or set -D"
            + PROPERTY);
  }

  /** Returns the class path of the unit tests, for child processes. */
  public static List<Path> testClassPath() {
    Path target = get().resolve("target");
    List<Path> classPath =
        new ArrayList<>(List.of(target.resolve("test-classes"), target.resolve("classes")));
    try {
      String jars = Files.readString(target.resolve("test-classpath.txt")).strip();
      Arrays.stream(jars.split(File.pathSeparator)).map(Path::of).forEach(classPath::add);
      return classPath;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the class path of the tests", e);
    }
  }

  /**
   * Creates an empty directory {@code target/it/<name>-…} for the data and logs of a process. It is
   * kept until {@code mvn clean}, so that logs can be read after a failure.
   */
  public static Path newWorkDirectory(String name) {
    try {
      Path parent = Files.createDirectories(get().resolve("target/it"));
      return Files.createTempDirectory(parent, name + "-");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create a work directory for " + name, e);
    }
  }
}
