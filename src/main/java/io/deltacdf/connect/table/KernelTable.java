package io.deltacdf.connect.table;

import java.util.Map;
import java.util.OptionalLong;

/** A table read through Delta Kernel. */
final class KernelTable implements DeltaTable {
  private final String name;
  private final String path;

  KernelTable(String name, String path, Map<String, String> hadoop) {
    this.name = name;
    this.path = path;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public TableSnapshot latestSnapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public TableSnapshot snapshotAt(long version) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long earliestVersion() {
    throw new UnsupportedOperationException();
  }

  @Override
  public OptionalLong versionAtOrAfter(long timestamp) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CommitLog follow(LogPosition position) {
    throw new UnsupportedOperationException();
  }

  @Override
  public BatchReader read(ChangedFile file, int... ordinals) {
    throw new UnsupportedOperationException();
  }
}
