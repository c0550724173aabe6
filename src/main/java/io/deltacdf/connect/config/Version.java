package io.deltacdf.connect.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build, which Connect shows next to the class of the connector. */
public final class Version {
  private static final String RESOURCE = "/kafka-connect-delta-cdf-version.properties";
  private static final String VERSION = read();

  private Version() {}

  /**
   * Returns the Maven version of this build, for example {@code 1.2.0} or {@code 1.3.0-SNAPSHOT}.
   */
  public static String get() {
    return VERSION;
  }

  private static String read() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the connector's jar");
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + RESOURCE, e);
    }
  }
}
