package io.deltacdf.connect.record.body;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.table.column.BytesSink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes text in UTF-8. Bytes that are not valid UTF-8, which some writers store, become what they
 * become in a String; so only ASCII is copied without a look at it.
 */
final class TextSink implements BytesSink {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final AvroBuffer out;

  TextSink(AvroBuffer out) {
    this.out = out;
  }

  @Override
  public void accept(byte[] bytes, int offset, int length) {
    if (isAscii(bytes, offset, offset + length)) {
      out.writeBytes(bytes, offset, length);
    } else {
      out.writeString(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }
  }

  private static boolean isAscii(byte[] bytes, int from, int to) {
    int last = to - Long.BYTES;
    if (last < from) {
      for (int at = from; at < to; at++) {
        if (bytes[at] < 0) {
          return false;
        }
      }
      return true;
    }
    // The last eight bytes may overlap those before them.
    long all = (long) LONGS.get(bytes, last);
    for (int at = from; at < last; at += Long.BYTES) {
      all |= (long) LONGS.get(bytes, at);
    }
    return (all & HIGH_BITS) == 0;
  }
}
