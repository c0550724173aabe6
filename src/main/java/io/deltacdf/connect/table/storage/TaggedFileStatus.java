package io.deltacdf.connect.table.storage;

import io.delta.kernel.utils.FileStatus;
import java.util.Optional;
import org.apache.hadoop.fs.EtagSource;
import org.jspecify.annotations.Nullable;

/**
 * The status of a file with the etag that some stores have for its content. The times of a store
 * may be whole seconds, so that a file that was replaced may have the same time.
 */
public final class TaggedFileStatus extends FileStatus {
  private final String etag;

  private TaggedFileStatus(String path, long size, long modificationTime, String etag) {
    super(path, size, modificationTime);
    this.etag = etag;
  }

  /** Returns the status of a file for Delta Kernel, with its etag if it has one. */
  static FileStatus of(org.apache.hadoop.fs.FileStatus file) {
    String path = file.getPath().toString();
    String etag = file instanceof EtagSource source ? source.getEtag() : null;
    return etag == null || etag.isEmpty()
        ? FileStatus.of(path, file.getLen(), file.getModificationTime())
        : new TaggedFileStatus(path, file.getLen(), file.getModificationTime(), plain(etag));
  }

  /** Returns the etag without quotes, which listings of some stores lack. */
  private static String plain(String etag) {
    return etag.replace("\"", "");
  }

  private static Optional<String> etagOf(FileStatus file) {
    return file instanceof TaggedFileStatus tagged ? Optional.of(tagged.etag) : Optional.empty();
  }

  /** Returns whether two statuses do not show that the file was written in between. */
  public static boolean looksEqual(FileStatus one, FileStatus other) {
    Optional<String> tag = etagOf(one);
    Optional<String> otherTag = etagOf(other);
    return one.getSize() == other.getSize()
        && one.getModificationTime() == other.getModificationTime()
        && (tag.isEmpty() || otherTag.isEmpty() || tag.equals(otherTag));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other)
        && other instanceof TaggedFileStatus tagged
        && etag.equals(tagged.etag);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
