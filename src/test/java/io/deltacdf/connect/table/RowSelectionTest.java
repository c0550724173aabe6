package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.roaringbitmap.longlong.Roaring64Bitmap;

class RowSelectionTest {
  private static final Roaring64Bitmap ROWS = Roaring64Bitmap.bitmapOf(0, 5, 6, 7, 1L << 33);

  @Test
  void onlyWantedRowsAreSelected() {
    RowSelection wanted = new RowSelection(ROWS, true);

    assertThat(wanted.containsAny(0, 1)).isTrue();
    assertThat(wanted.containsAny(1, 5)).isFalse();
    assertThat(wanted.containsAny(1, 6)).isTrue();
    assertThat(wanted.containsAny(8, 1L << 33)).isFalse();
    assertThat(wanted.containsAny(8, (1L << 33) + 1)).isTrue();
  }

  @Test
  void hiddenRowsAreNotSelected() {
    RowSelection hidden = new RowSelection(ROWS, false);

    assertThat(hidden.containsAny(0, 1)).isFalse();
    assertThat(hidden.containsAny(0, 2)).isTrue();
    assertThat(hidden.containsAny(5, 8)).isFalse();
    assertThat(hidden.containsAny(4, 8)).isTrue();
    assertThat(hidden.containsAny(5, 9)).isTrue();
  }

  @Test
  void allRowsAreSelectedWithoutDeletionVectors() {
    assertThat(RowSelection.ALL.containsAny(0, 1)).isTrue();
    assertThat(RowSelection.ALL.isNone()).isFalse();
    assertThat(RowSelection.ALL.lastNamed()).isEqualTo(-1);
  }
}
