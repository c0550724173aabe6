package io.deltacdf.connect.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads rows that take a large part of the heap. */
class WideRowsTest {
  private static final boolean FULL = Boolean.getBoolean("deltacdf.full");
  private static final int HEAP_MIB = FULL ? 512 : 256;
  private static final int ROW_BYTES = FULL ? 100 << 20 : 40 << 20;

  @TempDir Path dir;

  @Test
  void aRowOfALargePartOfTheHeapIsRead() throws IOException {
    Path log = dir.resolve("rows.log");
    run(log, FULL ? "4g" : "1g", "write", dir.toString(), String.valueOf(ROW_BYTES));
    run(log, HEAP_MIB + "m", "read", dir.toString());

    assertThat(Files.readString(log)).contains("list-pages: 1 rows", "nulls: ");
  }

  private static void run(Path log, String heap, String... args) throws IOException {
    try (ChildProcess rows =
        ChildProcess.java(
                "wide rows", ProjectDirectory.testClassPath(), WideRows.class.getName(), log)
            .heap(heap)
            .args(args)
            .start()) {
      assertThat(rows.awaitExit(Duration.ofMinutes(10))).as(rows.logTail()).isZero();
    }
  }
}
