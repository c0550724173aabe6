package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Finds and unpacks the plugin archive that {@code mvn package} built. */
public final class PluginArchive {
  /** The system property with the archive to use instead of that of the last build. */
  public static final String PROPERTY = "plugin.archive";

  private PluginArchive() {}

  /**
   * Confluent Hub's zip: that of the system property {@value #PROPERTY}, or else the one in {@code
   * target}.
   */
  public static Path zip() {
    String set = System.getProperty(PROPERTY);
    return set != null
        ? Path.of(set).toAbsolutePath()
        : newest("glob:deltacdf-kafka-connect-delta-cdf-*.zip");
  }

  /** The tgz in {@code target}. */
  public static Path tgz() {
    return newest("glob:kafka-connect-delta-cdf-*.tgz");
  }

  /** The CycloneDX document in {@code target}, in JSON. */
  public static Path billOfMaterials() {
    return newest("glob:kafka-connect-delta-cdf-*-cyclonedx.json");
  }

  /**
   * Unpacks the zip, once for each archive, for a worker's {@code plugin.path}.
   *
   * @return the directory {@code deltacdf-kafka-connect-delta-cdf-<version>}, which contains {@code
   *     lib}
   */
  public static synchronized Path unpacked() {
    Path zip = zip();
    try {
      Path parent =
          Files.createDirectories(ProjectDirectory.get().resolve("target").resolve("plugin"));
      Path directory =
          parent.resolve(Files.getLastModifiedTime(zip).toMillis() + "-" + Files.size(zip));
      if (!Files.exists(directory)) {
        Path unfinished = Files.createTempDirectory(parent, "unpacking-");
        unpack(zip, unfinished);
        Files.move(unfinished, directory);
      }
      return onlyChild(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot unpack " + zip, e);
    }
  }

  /** Unpacks a zip into a directory. */
  public static void unpack(Path zip, Path directory) {
    try (InputStream file = Files.newInputStream(zip);
        ZipInputStream in = new ZipInputStream(file)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path path = directory.resolve(entry.getName()).normalize();
        if (!path.startsWith(directory)) {
          throw new IllegalStateException(zip + " has an entry outside of it: " + entry.getName());
        }
        if (entry.isDirectory()) {
          Files.createDirectories(path);
        } else {
          Files.createDirectories(path.getParent());
          Files.copy(in, path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot unpack " + zip, e);
    }
  }

  private static Path onlyChild(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      List<Path> all = children.toList();
      if (all.size() != 1) {
        throw new IllegalStateException(
            "The archive must contain one directory, but contains " + all);
      }
      return all.get(0);
    }
  }

  private static Path newest(String glob) {
    Path target = ProjectDirectory.get().resolve("target");
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(f -> f.getFileSystem().getPathMatcher(glob).matches(f.getFileName()))
          .max(Comparator.comparingLong(f -> f.toFile().lastModified()))
          .orElseThrow(
              () -> new IllegalStateException("No archive in " + target + ": run mvn package"));
    } catch (IOException e) {
      throw new UncheckedIOException("No archive in " + target + ": run mvn package", e);
    }
  }
}
