package io.deltacdf.connect.record.body;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.table.column.Ascii;
import io.deltacdf.connect.table.column.BytesSink;
import java.nio.charset.StandardCharsets;

/**
 * Writes text in UTF-8. Bytes that are not valid UTF-8, which some writers store, become what they
 * become in a String; so only ASCII is copied without a look at it.
 */
final class TextSink implements BytesSink {
  private final AvroBuffer out;

  TextSink(AvroBuffer out) {
    this.out = out;
  }

  @Override
  public void accept(byte[] bytes, int offset, int length) {
    if (Ascii.is(bytes, offset, offset + length)) {
      out.writeBytes(bytes, offset, length);
    } else {
      out.writeString(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }
  }
}
