package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.Version;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class ProjectVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"delta-cdf " + Version.get()};
  }
}
