package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how the heap memory in use grows with the number of tables that are being read. */
class OpenTablesHeapTest {
  private static final int MANY = Boolean.getBoolean("deltacdf.full") ? 40 : 10;

  private static final Pattern REPORT = Pattern.compile("\\d+ tables, (\\d+) bytes");

  @TempDir Path dir;

  @ParameterizedTest
  @EnumSource
  void manyTablesHoldLittleMoreThanTwoWithTheSameThreads(OpenTablesHeap.Kind kind)
      throws IOException {
    Path table = dir.resolve("table");
    OpenTablesHeap.write(table, kind);

    long few = heapOf(table, kind, 2);
    long many = heapOf(table, kind, MANY);

    assertThat(many).as("%d tables; 2 tables take %d", MANY, few).isLessThan(few / 10 * 13);
  }

  private long heapOf(Path table, OpenTablesHeap.Kind kind, int tables) throws IOException {
    Path log = dir.resolve("heap-" + tables + ".log");
    try (ChildProcess reading =
        ChildProcess.java(
                "heap", ProjectDirectory.testClassPath(), OpenTablesHeap.class.getName(), log)
            .heap("2g")
            .jvmArgs("-XX:+UseSerialGC")
            .args(table.toString(), String.valueOf(tables), kind.name())
            .start()) {
      assertThat(reading.awaitExit(Duration.ofMinutes(5))).as(reading.logTail()).isZero();
    }
    Matcher report = REPORT.matcher(Files.readString(log));
    assertThat(report.find()).as(Files.readString(log)).isTrue();
    return Long.parseLong(report.group(1));
  }
}
