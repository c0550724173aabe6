package io.deltacdf.connect.table.column;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds out whether bytes are ASCII. */
public final class Ascii {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Ascii() {}

  /** Returns whether all bytes from {@code from} to before {@code to} are ASCII. */
  public static boolean is(byte[] bytes, int from, int to) {
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
