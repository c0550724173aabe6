package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.testing.tables.Replacement;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A reader of a path at which tests put another table. */
abstract class ReplacedTableFixture {
  @TempDir Path dir;
  final List<SourceRecord> records = new ArrayList<>();
  TestTable table;
  TableReader reader;

  /** Makes a table whose version 1 has the rows 1 and 2. */
  @BeforeEach
  void create() {
    table =
        TestTable.at(dir.resolve("orders"))
            .schema("id long, name string")
            .changeDataFeed()
            .seed(1)
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"));
  }

  @AfterEach
  void close() {
    if (reader != null) {
      reader.close();
    }
  }

  void start(TableConfig config, Optional<SourceOffset> stored) {
    reader = ReaderRuns.reader(OnDisk.open(table), config, stored, records);
  }

  /** Makes another table whose versions from 1 on have one more row each. */
  TestTable other(int versions) {
    TestTable other =
        TestTable.at(dir.resolve("other"))
            .schema("id long, name string")
            .changeDataFeed()
            .seed(2)
            .create();
    for (int version = 1; version < versions; version++) {
      other.insert(row("id", 10 + version, "name", "n"));
    }
    return other;
  }

  void replaceBy(TestTable other) {
    Replacement.replace(table.directory(), other.directory());
  }

  DeltaCdfException failure() {
    return catchThrowableOfType(DeltaCdfException.class, () -> ReaderRuns.runUntilIdle(reader));
  }

  void assertFails(ErrorCode code, boolean retriable) {
    for (int i = 0; i < 2; i++) {
      DeltaCdfException failure = failure();
      assertThat(failure).isNotNull();
      assertThat(failure.code()).as("%s", failure).isEqualTo(code);
      assertThat(failure.isRetriable()).isEqualTo(retriable);
      assertThat(failure).hasMessageContaining("'orders'");
    }
  }
}
