package io.deltacdf.connect.testing.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/** Damages a table on disk. The table's model is not updated. */
public final class TableFaults {
  private final TestTable table;

  TableFaults(TestTable table) {
    this.table = table;
  }

  /** Returns the log file of a version. */
  public Path commitFile(long version) {
    return table.log().commitFile(version);
  }

  /** Deletes the log file of a version, which leaves a gap or loses the latest version. */
  public void dropVersion(long version) {
    run(() -> Files.delete(commitFile(version)));
  }

  /** Deletes the log files of all versions before this one, as log clean-up does. */
  public void dropVersionsBefore(long version) {
    for (long v = 0; v < version; v++) {
      Path file = commitFile(v);
      run(() -> Files.deleteIfExists(file));
    }
  }

  /** Truncates the log file of a version in the middle of its last action. */
  public void truncateCommit(long version) {
    Path file = commitFile(version);
    run(() -> truncate(file, Files.size(file) - 20));
  }

  /** Replaces the text of a version's log file and keeps its modification time. */
  public void overwriteCommit(long version, String text) {
    Path file = commitFile(version);
    run(
        () -> {
          FileTime time = Files.getLastModifiedTime(file);
          Files.writeString(file, text);
          Files.setLastModifiedTime(file, time);
        });
  }

  /** Sets another modification time of a log file, ms, as a copied table has. */
  public void touchCommit(long version, long millis) {
    run(() -> Files.setLastModifiedTime(commitFile(version), FileTime.fromMillis(millis)));
  }

  /** Deletes a file, as VACUUM does. */
  public void deleteFile(DataFile file) {
    run(() -> Files.delete(file.location()));
  }

  /** Deletes the second half of a file, including its Parquet footer. */
  public void truncateFile(DataFile file) {
    run(() -> truncate(file.location(), Files.size(file.location()) / 2));
  }

  /**
   * Overwrites the first pages of a file with other bytes; the length and the footer do not change.
   */
  public void corruptFile(DataFile file) {
    run(
        () -> {
          byte[] bytes = Files.readAllBytes(file.location());
          for (int i = 4; i < Math.min(bytes.length / 2, 64); i++) {
            bytes[i] ^= 0x5A;
          }
          Files.write(file.location(), bytes);
        });
  }

  /** Deletes all deletion vector files in the table's directory. */
  public void deleteDeletionVectorFiles() {
    run(
        () -> {
          try (var files = Files.walk(table.directory())) {
            for (Path file : files.toList()) {
              if (file.getFileName().toString().startsWith("deletion_vector_")) {
                Files.delete(file);
              }
            }
          }
        });
  }

  private static void truncate(Path file, long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  private interface Action {
    void run() throws IOException;
  }

  private static void run(Action action) {
    try {
      action.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
