package io.deltacdf.connect.testing;

import java.nio.file.Path;
import java.util.List;

/** The oldest and the newest version of Kafka Connect with which the plugin is tested. */
public enum ConnectVersion {
  V3_9("connect-3.9") {
    @Override
    String loggingOption() {
      return ChildLogging.log4j1();
    }
  },
  V4_3("connect-4.3") {
    @Override
    String loggingOption() {
      return ChildLogging.log4j2();
    }
  };

  private final String runtime;

  ConnectVersion(String runtime) {
    this.runtime = runtime;
  }

  List<Path> classPath() {
    return Runtimes.classPath(runtime);
  }

  abstract String loggingOption();
}
