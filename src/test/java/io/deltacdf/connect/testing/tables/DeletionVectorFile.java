package io.deltacdf.connect.testing.tables;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.internal.deletionvectors.Base85Codec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.zip.CRC32;
import org.roaringbitmap.RoaringBitmap;

/**
 * The deletion vectors of one commit. Those on disk share one file, as Spark writes them, so all
 * but the first have an offset greater than 1.
 */
final class DeletionVectorFile {
  private static final int PORTABLE_MAGIC = 1681511377;
  private static final int FORMAT_VERSION = 1;

  private final Path tableDirectory;
  private final String prefix;
  private final UUID uuid;
  private final ByteArrayOutputStream content = new ByteArrayOutputStream();

  /**
   * @param prefix the directory of the file (randomized file prefixes), or an empty string
   */
  DeletionVectorFile(Path tableDirectory, String prefix, UUID uuid) {
    this.tableDirectory = tableDirectory;
    this.prefix = prefix;
    this.uuid = uuid;
  }

  DeletedRows add(SortedSet<Long> rows, DeletionVectorStorage storage) {
    byte[] bitmap = serialize(rows);
    ObjectNode descriptor = JsonNodeFactory.instance.objectNode();
    descriptor.put("storageType", storage.marker);
    switch (storage) {
      case INLINE -> descriptor.put("pathOrInlineDv", Base85Codec.encodeBytes(bitmap));
      case ABSOLUTE_PATH -> descriptor.put("pathOrInlineDv", path().toUri().toString());
      case UUID_FILE -> descriptor.put("pathOrInlineDv", prefix + Base85Codec.encodeUUID(uuid));
    }
    if (storage != DeletionVectorStorage.INLINE) {
      descriptor.put("offset", append(bitmap));
    }
    descriptor.put("sizeInBytes", bitmap.length);
    descriptor.put("cardinality", rows.size());
    return new DeletedRows(rows, descriptor);
  }

  /** Writes the file, unless all deletion vectors are inline. */
  void write() {
    if (content.size() > 0) {
      try {
        Files.createDirectories(path().getParent());
        Files.write(path(), content.toByteArray());
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot write " + path(), e);
      }
    }
  }

  private Path path() {
    return tableDirectory.resolve(prefix).resolve("deletion_vector_" + uuid + ".bin");
  }

  /**
   * Appends a deletion vector: its size (big endian), the bitmap and its CRC-32. The first one
   * follows the format version, with which the file begins.
   */
  private int append(byte[] bitmap) {
    CRC32 crc = new CRC32();
    crc.update(bitmap);
    try (DataOutputStream out = new DataOutputStream(content)) {
      if (content.size() == 0) {
        out.writeByte(FORMAT_VERSION);
      }
      int offset = content.size();
      out.writeInt(bitmap.length);
      out.write(bitmap);
      out.writeInt((int) crc.getValue());
      return offset;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the portable 64-bit roaring format after the protocol's magic number, little endian.
   */
  private static byte[] serialize(Collection<Long> rows) {
    SortedMap<Integer, RoaringBitmap> bitmaps = new TreeMap<>();
    for (long row : new TreeSet<>(rows)) {
      bitmaps.computeIfAbsent((int) (row >>> 32), high -> new RoaringBitmap()).add((int) row);
    }
    int size = 4 + 8;
    for (RoaringBitmap bitmap : bitmaps.values()) {
      bitmap.runOptimize();
      size += 4 + bitmap.serializedSizeInBytes();
    }
    ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(PORTABLE_MAGIC).putLong(bitmaps.size());
    bitmaps.forEach(
        (high, bitmap) -> {
          buffer.putInt(high);
          bitmap.serialize(buffer);
        });
    return buffer.array();
  }
}
