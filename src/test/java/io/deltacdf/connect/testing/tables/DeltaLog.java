package io.deltacdf.connect.testing.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;

/** The files of a table's {@code _delta_log}. */
final class DeltaLog {
  private final Path directory;

  DeltaLog(Path tableDirectory) {
    this.directory = tableDirectory.resolve("_delta_log");
  }

  Path directory() {
    return directory;
  }

  Path commitFile(long version) {
    return directory.resolve(String.format("%020d.json", version));
  }

  /**
   * Creates the log file of a commit atomically, so that readers never see a part of it, and sets
   * its modification time.
   */
  void write(long version, List<String> lines, long modificationTime) {
    Path target = commitFile(version);
    Path temporary = directory.resolve("." + target.getFileName() + ".tmp");
    try {
      Files.createDirectories(directory);
      if (Files.exists(target)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      Files.write(temporary, lines);
      Files.setLastModifiedTime(temporary, FileTime.fromMillis(modificationTime));
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + target, e);
    }
  }

  /** Returns the lines of a commit, as they are on disk. */
  List<String> read(long version) {
    try {
      return Files.readAllLines(commitFile(version));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + commitFile(version), e);
    }
  }
}
