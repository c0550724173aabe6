package io.deltacdf.connect.cli;

import io.deltacdf.connect.config.StartPositions;
import io.deltacdf.connect.table.DeltaTable;
import java.util.OptionalLong;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which versions of a table a command prints. */
final class RangeArguments {
  @Option(
      names = "--from-version",
      paramLabel = "N",
      description = "The first version; without it the earliest that is there.")
  private Long fromVersion;

  @Option(
      names = "--from-timestamp",
      paramLabel = "T",
      description =
          "Instead: the first commit at or after a time, in ISO 8601 with its offset or in"
              + " milliseconds since the epoch.")
  private String fromTimestamp;

  @Option(
      names = "--to-version",
      paramLabel = "N",
      description = "The last version; without it the latest.")
  private Long toVersion;

  @Option(
      names = "--snapshot",
      description = "Print the rows of one version; with --follow its changes after that.")
  private boolean snapshot;

  @Option(
      names = "--at-version",
      paramLabel = "N",
      description = "The version of the snapshot; without it the latest.")
  private Long atVersion;

  @Option(
      names = "--follow",
      description = "Wait for new commits, up to --to-version if given; else end with Ctrl-C.")
  private boolean follow;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /** Fails where the arguments do not fit each other. */
  void requireFitting() {
    requireVersion("--from-version", fromVersion);
    requireVersion("--to-version", toVersion);
    requireVersion("--at-version", atVersion);
    if (fromVersion != null && fromTimestamp != null) {
      throw wrong("--from-version and --from-timestamp exclude each other");
    }
    if (atVersion != null && !snapshot) {
      throw wrong("--at-version belongs to --snapshot");
    }
    if (snapshot && (fromVersion != null || fromTimestamp != null || toVersion != null)) {
      throw wrong("--snapshot prints one version: give it with --at-version, not as a range");
    }
    fromMillis();
  }

  boolean isSnapshot() {
    return snapshot;
  }

  boolean isFollowing() {
    return follow;
  }

  /** The version to print; fails with START_INVALID where the table has no such version. */
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
    OptionalLong millis = StartPositions.timestamp(fromTimestamp);
    if (millis.isEmpty()) {
      throw wrong("--from-timestamp " + fromTimestamp + ": give it as 2026-01-31T18:00:00Z");
    }
    return millis;
  }

  private void requireVersion(String option, Long version) {
    if (version != null && version < 0) {
      throw wrong(option + " " + version + ": versions start at 0");
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private static OptionalLong optional(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
