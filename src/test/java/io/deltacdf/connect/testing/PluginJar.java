package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Writes jars for a worker's {@code plugin.path}: with classes of the tests, or with the service
 * manifest for other jars.
 */
public final class PluginJar {
  private PluginJar() {}

  /** Writes a jar of one file. */
  public static void writeFile(Path jar, String name, String content) {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry(name));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + jar, e);
    }
  }

  /**
   * Writes a jar with a service manifest.
   *
   * @param service the plugin interface or class, for example {@code
   *     org.apache.kafka.connect.storage.Converter}
   * @param provider the plugin's class name
   * @param classes the classes to include; empty if another jar of the plugin has them
   */
  public static void write(Path jar, String service, String provider, List<Class<?>> classes) {
    write(jar, Map.of(service, provider), classes.stream().map(PluginJar::resource).toList());
  }

  /** Writes a jar with all classes of a package, and without a service manifest. */
  public static void writePackage(Path jar, Class<?> member) {
    String directory = member.getPackageName().replace('.', '/');
    Path classes = Path.of(URI.create(member.getResource("/" + directory).toString()));
    try (Stream<Path> files = Files.list(classes)) {
      write(
          jar, Map.of(), files.map(file -> directory + "/" + file.getFileName()).sorted().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + classes, e);
    }
  }

  private static String resource(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static void write(Path jar, Map<String, String> manifests, List<String> resources) {
    try {
      Files.createDirectories(jar.toAbsolutePath().getParent());
      try (OutputStream file = Files.newOutputStream(jar);
          JarOutputStream out = new JarOutputStream(file)) {
        for (Map.Entry<String, String> manifest : manifests.entrySet()) {
          out.putNextEntry(new JarEntry("META-INF/services/" + manifest.getKey()));
          out.write((manifest.getValue() + "\n").getBytes(StandardCharsets.UTF_8));
        }
        for (String resource : resources) {
          out.putNextEntry(new JarEntry(resource));
          try (InputStream in = PluginJar.class.getResourceAsStream("/" + resource)) {
            in.transferTo(out);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + jar, e);
    }
  }
}
