package io.deltacdf.connect.testing.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/** Damages a table on disk, without the knowledge of its model. */
public final class TableFaults {
  private final TestTable table;

  TableFaults(TestTable table) {
    this.table = table;
  }

  /** The log file of a version. */
  public Path commitFile(long version) {
    return table.log().commitFile(version);
  }

  /** Takes a version out of the log: a gap, or a lost end. */
  public void dropVersion(long version) {
    run(() -> Files.delete(commitFile(version)));
  }

  /** Log clean-up: takes all versions before this one out of the log. */
  public void dropVersionsBefore(long version) {
    for (long v = 0; v < version; v++) {
      Path file = commitFile(v);
      run(() -> Files.deleteIfExists(file));
    }
  }

  /** Cuts a version's log file off in the middle of its last action. */
  public void truncateCommit(long version) {
    Path file = commitFile(version);
    run(() -> truncate(file, Files.size(file) - 20));
  }

  /** Puts other text into a version's log file; its modification time stays. */
  public void overwriteCommit(long version, String text) {
    Path file = commitFile(version);
    run(
        () -> {
          FileTime time = Files.getLastModifiedTime(file);
          Files.writeString(file, text);
          Files.setLastModifiedTime(file, time);
        });
  }

  /** Another modification time, ms, as a copied table has. */
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

  /** Other bytes in the first pages of a file; length and footer stay. */
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

  /** Deletes all deletion vector files of the table's directory. */
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
