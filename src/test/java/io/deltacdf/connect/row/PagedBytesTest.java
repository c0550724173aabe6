package io.deltacdf.connect.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PagedBytesTest {
  private static final int PAGE = 1 << 16;

  private final PagedBytes bytes = new PagedBytes();

  /** Writes values at every address around the end of a page. */
  @Test
  void valuesCanSpanPages() {
    bytes.reserve(4 * PAGE);
    for (int address = PAGE - 9; address <= PAGE + 1; address++) {
      for (long value : new long[] {0x8123456789abcdefL, -1, 0, Long.MAX_VALUE}) {
        bytes.putLong(address, value);
        assertThat(bytes.longAt(address)).isEqualTo(value);
        bytes.putInt(address, (int) value);
        assertThat(bytes.intAt(address)).isEqualTo((int) value);
        bytes.putByte(address, (int) value);
        assertThat(bytes.byteAt(address)).isEqualTo((byte) value);
      }
      bytes.putLong(address, 0x0102030405060708L);
      assertThat(bytes.copy(address, 8)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
      assertThat(bytes.intAt(address + 4)).isEqualTo(0x05060708);
    }
  }

  @Test
  void byteArraysOfAnyLengthCanBeAppended() {
    Random random = new Random(1);
    for (int length : new int[] {0, 1, PAGE - 1, 3 * PAGE, 17, 20 * PAGE + 5, 0, 1}) {
      byte[] some = new byte[length];
      random.nextBytes(some);
      int address = bytes.size();
      bytes.append(some);

      assertThat(bytes.size()).isEqualTo(address + length);
      assertThat(bytes.copy(address, length)).isEqualTo(some);
      assertThat(bytes.allocated() - bytes.size()).isBetween(0L, PAGE - 1L);
    }
  }

  @Test
  void clearReleasesAllPagesExceptTheFirst() {
    assertThat(bytes.allocated()).isZero();
    bytes.clear();
    assertThat(bytes.allocated()).isZero();

    bytes.reserve(40 * PAGE);
    bytes.clear();
    assertThat(bytes.size()).isZero();
    assertThat(bytes.allocated()).isEqualTo(PAGE);
    assertThat(bytes.reserve(7)).isZero();
  }

  @Test
  void moreBytesThanAnIntCanAddressAreRejected() {
    bytes.reserve(10);

    assertThatThrownBy(() -> bytes.reserve(Integer.MAX_VALUE))
        .isInstanceOf(ArithmeticException.class);
    assertThat(bytes.allocated()).isEqualTo(PAGE);
  }
}
