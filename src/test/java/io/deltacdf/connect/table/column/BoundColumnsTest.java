package io.deltacdf.connect.table.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.testing.MemoryBatch;
import java.lang.ref.WeakReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BoundColumnsTest {
  @Test
  void keepsNoBatchInMemory() {
    BoundColumns bound = BoundColumns.first(1);
    ColumnBatch batch = batch();
    WeakReference<ColumnBatch> reference = new WeakReference<>(batch);
    WeakReference<Column> column = new WeakReference<>(bound.of(batch)[0]);
    batch = null;

    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return reference.get() == null && column.get() == null;
            });
    assertThat(bound.of(batch())).hasSize(1);
  }

  private static ColumnBatch batch() {
    return MemoryBatch.row(FakeStates.state("id", true, "id long").schema(), 1L);
  }
}
