package io.deltacdf.connect.table.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.Ascii;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BytesBufferAsciiTest {
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void valuesThatAreAppendedLaterCountToo() {
    BytesBuffer buffer = new BytesBuffer(4);
    assertThat(buffer.isAscii()).isTrue();
    buffer.put(0, utf8("plain text"));
    assertThat(buffer.isAscii()).isTrue();
    buffer.put(1, utf8("more plain text"));
    assertThat(buffer.isAscii()).isTrue();
    buffer.put(2, utf8("ü"));
    assertThat(buffer.isAscii()).isFalse();
    buffer.put(3, utf8("plain again"));
    assertThat(buffer.isAscii()).isFalse();
  }

  @Test
  void aSourceThatIsKeptIsCheckedWhereItsValuesAre() {
    byte[] source = new byte[3 << 20];
    source[0] = -1;
    BytesBuffer buffer = new BytesBuffer(1);
    buffer.append(source, 1, source.length - 1);
    assertThat(buffer.isAscii()).isTrue();
  }

  @Test
  void eachByteIsLookedAt() {
    for (int length = 0; length < 40; length++) {
      byte[] bytes = new byte[length + 2];
      bytes[0] = -1;
      bytes[length + 1] = -1;
      assertThat(Ascii.is(bytes, 1, length + 1)).isTrue();
      for (int at = 1; at <= length; at++) {
        bytes[at] = -1;
        assertThat(Ascii.is(bytes, 1, length + 1)).as("%d of %d", at, length).isFalse();
        bytes[at] = 0;
      }
    }
  }
}
