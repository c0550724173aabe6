package io.deltacdf.connect.containers;

import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.core.sync.RequestBody;

/** A table of the harness, on the local disk, and its copy in the bucket. */
final class BucketTable {
  private static final String LOG = "_delta_log/";

  private final S3Container store;
  private final TestTable table;
  private final String prefix;
  private final Set<String> uploaded = new HashSet<>();

  /**
   * @param name the copy's place in the bucket
   */
  BucketTable(S3Container store, TestTable table, String name) {
    this.store = store;
    this.table = table;
    this.prefix = name + "/";
    upload();
  }

  TestTable table() {
    return table;
  }

  /** The copy's place as the connector takes it. */
  String path() {
    return "s3a://" + S3Container.BUCKET + "/" + prefix;
  }

  /** Copies new files in a writer's order: data files first, then commits by their versions. */
  void upload() {
    for (String name : files()) {
      if (uploaded.add(name)) {
        store
            .client()
            .putObject(
                request -> request.bucket(S3Container.BUCKET).key(prefix + name),
                RequestBody.fromFile(table.directory().resolve(name)));
      }
    }
  }

  private List<String> files() {
    Path directory = table.directory();
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted(
              Comparator.comparing((String name) -> name.startsWith(LOG))
                  .thenComparing(Comparator.naturalOrder()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + directory, e);
    }
  }
}
