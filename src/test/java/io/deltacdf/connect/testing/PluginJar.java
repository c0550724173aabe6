package io.deltacdf.connect.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Makes jars for a worker's {@code plugin.path} from classes of the tests, or for others' jars. */
public final class PluginJar {
  private PluginJar() {}

  /**
   * Writes a jar with a service manifest.
   *
   * @param service the plugin interface or class, for example {@code
   *     org.apache.kafka.connect.storage.Converter}
   * @param provider the plugin's class name
   * @param classes the classes to put in; none where another jar of the plugin has them
   */
  public static void write(Path jar, String service, String provider, List<Class<?>> classes) {
    try {
      Files.createDirectories(jar.toAbsolutePath().getParent());
      try (OutputStream file = Files.newOutputStream(jar);
          JarOutputStream out = new JarOutputStream(file)) {
        out.putNextEntry(new JarEntry("META-INF/services/" + service));
        out.write((provider + "\n").getBytes(StandardCharsets.UTF_8));
        for (Class<?> type : classes) {
          String resource = type.getName().replace('.', '/') + ".class";
          out.putNextEntry(new JarEntry(resource));
          try (InputStream in = type.getResourceAsStream("/" + resource)) {
            in.transferTo(out);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + jar, e);
    }
  }
}
