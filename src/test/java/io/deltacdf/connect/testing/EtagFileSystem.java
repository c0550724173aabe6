package io.deltacdf.connect.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A local file system whose files have etags of their content, and the same modification time, as
 * files of S3 that are written in the same second. Listings have no quotes around etags.
 */
public final class EtagFileSystem extends RawLocalFileSystem {
  /** The Hadoop options that replace the local file system with this one. */
  public static final Map<String, String> OPTIONS =
      Map.of("fs.file.impl", EtagFileSystem.class.getName());

  private static final long TIME = 1_000_000;

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return Arrays.stream(super.listStatus(path))
        .map(file -> new Tagged(file, etag(file.getPath())))
        .toArray(FileStatus[]::new);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return new Tagged(super.getFileStatus(path), '"' + etag(path) + '"');
  }

  private String etag(Path path) {
    try {
      java.nio.file.Path file = pathToFile(path).toPath();
      return Files.isDirectory(file)
          ? ""
          : Integer.toHexString(Arrays.hashCode(Files.readAllBytes(file)));
    } catch (IOException e) {
      return "";
    }
  }

  private static final class Tagged extends FileStatus implements EtagSource {
    private final String etag;

    Tagged(FileStatus file, String etag) {
      super(file.getLen(), file.isDirectory(), 1, file.getBlockSize(), TIME, file.getPath());
      this.etag = etag;
    }

    @Override
    public String getEtag() {
      return etag;
    }
  }
}
