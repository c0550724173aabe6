package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.FailingFileSystem;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store fails while a table goes on whose log was cleaned up to the version of the offset: the
 * schema is then found in a later checkpoint.
 */
class CleanedLogStoreFailuresTest {
  @TempDir private Path dir;
  private TestTable table;

  @BeforeEach
  void makeTable() {
    table = TestTable.at(dir).schema("id long, v int").changeDataFeed().create();
    table.insert(row("id", 1, "v", 1));
    table.insert(row("id", 2, "v", 2));
    table.insert(row("id", 3, "v", 3));
    table.checkpoint();
    table.faults().dropVersionsBefore(3);
  }

  @AfterEach
  void failNoMore() {
    FailingFileSystem.fail(0);
  }

  @Test
  void noFailureOfTheStoreLooksLikeATruncatedLog() throws Exception {
    FailingFileSystem.fail(0);
    assertThat(run()).hasSize(1);
    long calls = FailingFileSystem.calls();
    int failures = 0;

    for (long call = 1; call <= calls; call++) {
      FailingFileSystem.fail(call);
      try {
        assertThat(run()).as("records in spite of call %d", call).hasSize(1);
      } catch (DeltaCdfException e) {
        assertThat(e.isRetriable()).as("call %d fails: %s", call, e).isTrue();
        failures++;
      }
    }

    assertThat(failures).isGreaterThan(3);
  }

  private List<SourceRecord> run() throws InterruptedException {
    List<SourceRecord> records = new ArrayList<>();
    Optional<SourceOffset> stored =
        Optional.of(SourceOffsetCodec.read("orders", Map.of("version", 2L)));
    try (Storage storage = Storage.open(FailingFileSystem.OPTIONS);
        TableReader reader =
            ReaderRuns.reader(
                DeltaTables.open("orders", table.path(), storage),
                Options.orders(),
                stored,
                records)) {
      ReaderRuns.runUntilIdle(reader);
    }
    return records;
  }
}
