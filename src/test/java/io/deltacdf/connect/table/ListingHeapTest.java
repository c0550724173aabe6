package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how much heap memory it takes to list a table with many files. */
class ListingHeapTest {
  private static final int FILES = Boolean.getBoolean("deltacdf.full") ? 300_000 : 20_000;

  /** Delta Kernel needs a part of the heap while it replays the log. */
  private static final String HEAP = Boolean.getBoolean("deltacdf.full") ? "256m" : "64m";

  private static final Pattern REPORT = Pattern.compile("(\\d+) files, (\\d+) bytes each");

  @TempDir Path dir;

  @Test
  void C67_aListingUsesLittleMoreMemoryThanThePathsOfItsFiles() throws IOException {
    TestTable table =
        TestTable.at(dir.resolve("table"))
            .schema("id long, day date, country string")
            .partitionedBy("day", "country")
            .changeDataFeed()
            .create();
    writeFiles(table.faults().commitFile(1));
    Path log = dir.resolve("listing.log");

    try (ChildProcess listing =
        ChildProcess.java(
                "listing", ProjectDirectory.testClassPath(), ListingHeap.class.getName(), log)
            .heap(HEAP)
            .jvmArgs("-XX:+UseSerialGC")
            .args(table.path())
            .start()) {
      assertThat(listing.awaitExit(Duration.ofMinutes(5))).as(listing.logTail()).isZero();
    }

    List<MatchResult> reports = REPORT.matcher(Files.readString(log)).results().toList();
    assertThat(reports).hasSize(2);
    assertThat(reports)
        .allSatisfy(
            report -> {
              assertThat(report.group(1)).isEqualTo(String.valueOf(FILES));
              // The memory per file consists of a path of 110 characters, its String, and an object
              // for the file. With fewer files, each has a larger share of other memory. Partition
              // values that are not shared would add 250 bytes.
              assertThat(Integer.parseInt(report.group(2))).isLessThan(FILES > 100_000 ? 300 : 450);
            });
  }

  /** Writes add actions as Spark does, in many partitions; the files do not exist. */
  private static void writeFiles(Path commit) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(commit)) {
      for (int i = 0; i < FILES; i++) {
        String day = "2024-0" + (i % 9 + 1) + "-1" + (i % 10);
        String country = "country" + i % 100;
        out.write(
            """
            {"add":{"path":"day=%s/country=%s/part-%05d-0d3c0a33-6f5b-4f4e-9a51-%012d.c000.snappy.parquet",\
            "partitionValues":{"day":"%s","country":"%s"},"size":1000000,\
            "modificationTime":1700000000000,"dataChange":true,\
            "stats":"{\\"numRecords\\":1000,\\"minValues\\":{\\"id\\":1},\\"maxValues\\":{\\"id\\":9}}"}}
            """
                .formatted(day, country, i, i, day, country));
      }
    }
  }
}
