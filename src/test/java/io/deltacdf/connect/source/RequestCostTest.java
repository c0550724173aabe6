package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.stores.HangingFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration costs in requests, as {@code docs/operations.md} says. */
class RequestCostTest {
  private static final Pattern ROW =
      Pattern.compile("\\| ([\\d,]+) \\| `(\\d+)` \\| ([\\d,]+) \\| ([\\d,]+) \\|");

  @TempDir Path dir;

  @Test
  void theDocumentedRequestsOfIdleTablesAreThoseThatAreCounted() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    AtomicLong requests = new AtomicLong();
    try (Storage storage =
            Storage.open(HangingFileSystem.OPTIONS, (store, count) -> requests.addAndGet(count));
        TableReader reader =
            ReaderRuns.reader(
                DeltaTables.open("orders", "hanging://lake" + table.path(), storage),
                Options.orders(),
                Optional.empty(),
                new ArrayList<>())) {
      ReaderRuns.runUntilIdle(reader);
      long before = requests.get();
      for (int i = 0; i < 100; i++) {
        assertThat(reader.step()).isEqualTo(Progress.IDLE);
      }
      assertThat(requests.get() - before).as("one request for each poll").isEqualTo(100);
    }

    List<MatchResult> rows = documented();
    assertThat(rows).hasSizeGreaterThan(4);
    for (MatchResult row : rows) {
      long tables = number(row.group(1));
      long polls = Duration.ofHours(1).toMillis() / number(row.group(2));
      assertThat(number(row.group(3))).as(row.group()).isEqualTo(tables * polls);
      assertThat(number(row.group(4))).as(row.group()).isEqualTo(24 * tables * polls);
    }
  }

  private static List<MatchResult> documented() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("docs/operations.md"))) {
      return lines.flatMap(line -> ROW.matcher(line).results()).toList();
    }
  }

  private static long number(String text) {
    return Long.parseLong(text.replace(",", ""));
  }

  @Test
  void theLocalFileSystemIsNotLimited() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    AtomicLong requests = new AtomicLong();
    try (Storage storage = Storage.open(Map.of(), (store, count) -> requests.addAndGet(count))) {
      ReaderRuns.run(
          DeltaTables.open("orders", table.path(), storage), Options.orders(), Optional.empty());
    }

    assertThat(requests).hasValue(0);
  }
}
