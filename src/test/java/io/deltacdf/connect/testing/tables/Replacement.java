package io.deltacdf.connect.testing.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** Puts other tables, and copies of a table, at the path of a table. */
public final class Replacement {
  private Replacement() {}

  /** Deletes a table with all its files. */
  public static void drop(Path table) {
    try {
      Files.walkFileTree(
          table,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e)
                throws IOException {
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves the directory of another table to the path of a table, which is dropped before. */
  public static void replace(Path table, Path other) {
    if (Files.exists(table)) {
      drop(table);
    }
    try {
      Files.move(other, table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a table; the files of the copy are as old as the copy. */
  public static void copy(Path table, Path copy) {
    try (Stream<Path> files = Files.walk(table)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(table.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Copies a table under another id of the same length, so that each commit of the copy has the
   * same length and the same modification time as that of the table.
   */
  public static void copyWithOtherId(TestTable table, Path copy) {
    copy(table.directory(), copy);
    String id = table.metadata().id();
    String otherId = new StringBuilder(id).reverse().toString();
    for (Path commit : commits(copy)) {
      try {
        Files.writeString(commit, Files.readString(commit).replace(id, otherId));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Sets the modification times of all commits. */
  public static void touch(Path table, long millis) {
    for (Path commit : commits(table)) {
      try {
        Files.setLastModifiedTime(commit, FileTime.fromMillis(millis));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static List<Path> commits(Path table) {
    try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
      return files.filter(file -> file.toString().endsWith(".json")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
