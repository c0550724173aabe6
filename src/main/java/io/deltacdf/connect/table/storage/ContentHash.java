package io.deltacdf.connect.table.storage;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.HexFormat;

/** The hash of the bytes of a file, which is computed while they are read. */
public final class ContentHash {
  private final HashStream64 bytes = Hashing.xxh3_64().hashStream();

  /** Adds the next bytes of the file. */
  public void add(byte[] buffer, int offset, int length) {
    bytes.putBytes(buffer, offset, length);
  }

  /** Returns the hash of the bytes so far: 16 hexadecimal digits. */
  public String text() {
    return HexFormat.of().toHexDigits(bytes.getAsLong());
  }
}
