package io.deltacdf.connect.testing.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The size of a data file in the commits of its table, which can be changed and restored. */
final class LoggedSizes implements AutoCloseable {
  private final String name;
  private final long size;
  private final Map<Path, byte[]> commits = new LinkedHashMap<>();

  private LoggedSizes(String name, long size) {
    this.name = name;
    this.size = size;
  }

  /** Finds the commits that name the file. */
  static LoggedSizes of(Path table, Path file) throws IOException {
    LoggedSizes sizes = new LoggedSizes(file.getFileName().toString(), Files.size(file));
    try (var files = Files.list(table.resolve("_delta_log"))) {
      for (Path commit : files.filter(path -> path.toString().endsWith(".json")).toList()) {
        byte[] bytes = Files.readAllBytes(commit);
        if (!commit.equals(file)
            && new String(bytes, StandardCharsets.UTF_8).contains(sizes.name)) {
          sizes.commits.put(commit, bytes);
        }
      }
    }
    return sizes;
  }

  /** Sets the size to that of the damaged file, so that its content is looked at. */
  void replace(long newSize) throws IOException {
    for (Map.Entry<Path, byte[]> commit : commits.entrySet()) {
      List<String> lines =
          new String(commit.getValue(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.contains(name) ? replaced(line, newSize) : line)
              .toList();
      Files.writeString(commit.getKey(), String.join("\n", lines) + "\n");
    }
  }

  private String replaced(String line, long newSize) {
    return line.replace("\"size\":" + size, "\"size\":" + newSize)
        .replace("\"sizeInBytes\":" + size, "\"sizeInBytes\":" + newSize);
  }

  @Override
  public void close() throws IOException {
    for (Map.Entry<Path, byte[]> commit : commits.entrySet()) {
      Files.write(commit.getKey(), commit.getValue());
    }
  }
}
