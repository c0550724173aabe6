package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.StartPosition;
import io.deltacdf.connect.table.DeltaTable;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The arguments that say which versions of a table to print. */
final class RangeArguments {
  @Option(
      names = "--from-version",
      paramLabel = "N",
      description = "The first version; by default the earliest in the log.")
  private @Nullable Long fromVersion;

  @Option(
      names = "--from-timestamp",
      paramLabel = "T",
      description =
          "Instead of a version: start at the first commit at or after a time, given in ISO 8601"
              + " with an offset or in milliseconds since the epoch.")
  private @Nullable String fromTimestamp;

  @Option(
      names = "--to-version",
      paramLabel = "N",
      description = "The last version; by default the latest.")
  private @Nullable Long toVersion;

  @Option(
      names = "--snapshot",
      description = "Print the rows of one version; with --follow, also the changes after it.")
  private boolean snapshot;

  @Option(
      names = "--at-version",
      paramLabel = "N",
      description = "The version of the snapshot; by default the latest.")
  private @Nullable Long atVersion;

  @Option(
      names = "--follow",
      description =
          "Wait for new commits, up to --to-version if given; otherwise stop with Ctrl-C.")
  private boolean follow;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /**
   * Checks the arguments.
   *
   * @throws ParameterException if one is invalid or they cannot be used together
   */
  void check() {
    requireVersion("--from-version", fromVersion);
    requireVersion("--to-version", toVersion);
    requireVersion("--at-version", atVersion);
    if (fromVersion != null && fromTimestamp != null) {
      throw error("--from-version and --from-timestamp cannot be used together");
    }
    if (atVersion != null && !snapshot) {
      throw error("--at-version can only be used with --snapshot");
    }
    if (snapshot && (fromVersion != null || fromTimestamp != null || toVersion != null)) {
      throw error("--snapshot prints one version. Give it with --at-version, not as a range");
    }
    fromMillis();
  }

  boolean isSnapshot() {
    return snapshot;
  }

  boolean isFollowing() {
    return follow;
  }

  /** Returns the version to print. Fails with START_INVALID if it does not exist. */
  long snapshotVersion(DeltaTable table) {
    long latest = table.latestSnapshot().version();
    if (atVersion == null) {
      return latest;
    }
    if (atVersion > latest) {
      throw CliErrors.versionNotThere(table, atVersion, latest);
    }
    return atVersion;
  }

  VersionRange.Bounds bounds() {
    return new VersionRange.Bounds(
        optional(fromVersion), fromMillis(), optional(toVersion), follow);
  }

  private OptionalLong fromMillis() {
    if (fromTimestamp == null) {
      return OptionalLong.empty();
    }
    OptionalLong millis = StartPosition.timestamp(fromTimestamp);
    if (millis.isEmpty()) {
      throw error(
          "--from-timestamp "
              + fromTimestamp
              + " is not a timestamp. Write it as 2026-01-31T18:00:00Z");
    }
    return millis;
  }

  private void requireVersion(String option, @Nullable Long version) {
    if (version != null && version < 0) {
      throw error(option + " " + version + " is not a version: versions start at 0");
    }
  }

  private ParameterException error(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static OptionalLong optional(@Nullable Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
