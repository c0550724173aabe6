package io.deltacdf.connect.testing.catalog;

import io.deltacdf.connect.testing.s3.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** The place of a table to which a writer copies its files. */
public interface TableStore {
  /** Returns the URI of the directory. */
  String location();

  /** Creates or replaces a file at once. */
  void put(String name, Path content);

  /** Deletes a file. */
  void delete(String name);

  /** Returns a directory of the local disk. */
  static TableStore local(Path directory) {
    return new TableStore() {
      @Override
      public String location() {
        return "file://" + directory.toAbsolutePath();
      }

      @Override
      public void put(String name, Path content) {
        Path target = directory.resolve(name);
        Path temporary = target.resolveSibling("." + target.getFileName() + ".tmp");
        try {
          Files.createDirectories(target.getParent());
          Files.copy(content, temporary, StandardCopyOption.COPY_ATTRIBUTES);
          Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
          throw new UncheckedIOException("Cannot write " + target, e);
        }
      }

      @Override
      public void delete(String name) {
        try {
          Files.delete(directory.resolve(name));
        } catch (IOException e) {
          throw new UncheckedIOException("Cannot delete " + name, e);
        }
      }
    };
  }

  /** Returns a directory of the bucket of an S3 server, to which the client has access. */
  static TableStore s3(S3Client client, String directory) {
    return new TableStore() {
      @Override
      public String location() {
        return "s3://" + S3Server.BUCKET + "/" + directory;
      }

      @Override
      public void put(String name, Path content) {
        client.putObject(
            request -> request.bucket(S3Server.BUCKET).key(directory + "/" + name),
            RequestBody.fromFile(content));
      }

      @Override
      public void delete(String name) {
        client.deleteObject(request -> request.bucket(S3Server.BUCKET).key(directory + "/" + name));
      }
    };
  }
}
