package io.deltacdf.connect.testing.s3;

import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A table on the local disk and its copy in a bucket. An update copies files in the order in which
 * a writer creates them: data files first, then the log files in the order of their names.
 */
public final class S3Copy {
  private static final String LOG = "_delta_log/";

  private final TestTable table;
  private final Supplier<S3Client> client;
  private final String prefix;
  private final Map<String, Stamp> copied = new HashMap<>();

  private record Stamp(long size, FileTime modified) {}

  /**
   * @param name the name of the copy in the bucket
   */
  public S3Copy(S3Server server, TestTable table, String name) {
    this(server::client, table, name);
  }

  /**
   * @param client is called for each use, because a server may have another address after a restart
   */
  public S3Copy(Supplier<S3Client> client, TestTable table, String name) {
    this.client = client;
    this.table = table;
    this.prefix = name + "/";
    update();
  }

  /** Returns the path of the copy as an option of the connector. */
  public String path() {
    return "s3a://" + S3Server.BUCKET + "/" + prefix.substring(0, prefix.length() - 1);
  }

  /** Copies new and changed files, and deletes files that no longer exist on the disk. */
  public void update() {
    Map<String, Stamp> onDisk = onDisk();
    List<String> names = new ArrayList<>(onDisk.keySet());
    names.sort(Comparator.comparing((String name) -> name.startsWith(LOG)));
    for (String name : names) {
      if (!onDisk.get(name).equals(copied.get(name))) {
        put(name, table.directory().resolve(name));
        copied.put(name, onDisk.get(name));
      }
    }
    for (String name : List.copyOf(copied.keySet())) {
      if (!onDisk.containsKey(name)) {
        delete(name);
      }
    }
  }

  /** Replaces a file in the copy only. */
  public void put(String name, Path content) {
    client
        .get()
        .putObject(
            request -> request.bucket(S3Server.BUCKET).key(prefix + name),
            RequestBody.fromFile(content));
  }

  /** Returns when a file of the copy was written. */
  public Instant modified(String name) {
    return client
        .get()
        .headObject(request -> request.bucket(S3Server.BUCKET).key(prefix + name))
        .lastModified();
  }

  /** Deletes a file in the copy only. */
  public void delete(String name) {
    client.get().deleteObject(request -> request.bucket(S3Server.BUCKET).key(prefix + name));
    copied.remove(name);
  }

  /**
   * Returns the files of the table by their names relative to its directory. The checksum files of
   * the local disk are omitted.
   */
  private Map<String, Stamp> onDisk() {
    Map<String, Stamp> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(table.directory())) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().matches("\\..*\\.crc")) {
          String name = table.directory().relativize(file).toString();
          files.put(name, new Stamp(Files.size(file), Files.getLastModifiedTime(file)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list " + table.directory(), e);
    }
    return files;
  }
}
