package io.deltacdf.connect.table.storage;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.log.Commit;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageTest {
  private static final List<String> OPENED = new CopyOnWriteArrayList<>();
  private static final List<String> CLOSED = new CopyOnWriteArrayList<>();

  @TempDir java.nio.file.Path dir;

  /** A store on the local disk that only the user {@code reader} may read. */
  public static final class GuardedFileSystem extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("guarded:///");
    }

    @Override
    public String getScheme() {
      return "guarded";
    }

    @Override
    public void initialize(URI uri, org.apache.hadoop.conf.Configuration conf) throws IOException {
      super.initialize(uri, conf);
      OPENED.add(user());
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
      if (!user().endsWith("reader")) {
        throw new IOException("Access denied to " + user());
      }
      return super.listStatus(path);
    }

    private String user() {
      return getConf().get("fs.guarded.user");
    }

    @Override
    public void close() throws IOException {
      super.close();
      CLOSED.add(user());
    }
  }

  @BeforeEach
  void createTable() {
    TestTable.at(dir).schema("id long").changeDataFeed().create().insert(row("id", 1));
  }

  @AfterEach
  void clearRecordedUsers() {
    OPENED.clear();
    CLOSED.clear();
  }

  private static Storage storage(String user) {
    return Storage.open(
        Map.of("fs.guarded.impl", GuardedFileSystem.class.getName(), "fs.guarded.user", user));
  }

  private DeltaTable table(Storage storage) {
    return DeltaTables.open("orders", "guarded://" + dir, storage);
  }

  @Test
  void tablesAtOneAddressAreReadWithTheirOwnOptions() {
    try (Storage stranger = storage("stranger");
        Storage reader = storage("reader")) {
      assertThatThrownBy(() -> table(stranger).latestSnapshot())
          .isInstanceOfSatisfying(
              DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));

      DeltaTable table = table(reader);
      assertThat(table.latestSnapshot().version()).isEqualTo(1);
      try (CommitLog log = table.follow(LogPosition.before(1))) {
        Commit commit = log.next();
        try (BatchReader rows = table.read(commit.files().get(0), 0)) {
          assertThat(rows.next().size()).isEqualTo(1);
        }
      }
      assertThatThrownBy(() -> table(stranger).earliestVersion())
          .isInstanceOf(DeltaCdfException.class)
          .hasStackTraceContaining("Access denied to stranger");
      assertThat(OPENED).containsExactly("stranger", "reader");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gs, fs.x, x, 'No FileSystem for scheme \"gs\"'",
    "gs, fs.gs.impl, com.example.MissingFileSystem, com.example.MissingFileSystem",
    // This file system is part of Hadoop, but the plugin does not include the Azure SDK.
    "wasb, fs.x, x, com.microsoft.azure.storage"
  })
  void aPathWithoutAFileSystemIsAPermanentError(
      String scheme, String option, String value, String reason) {
    try (Storage storage = Storage.open(Map.of(option, value))) {
      DeltaTable table = DeltaTables.open("orders", scheme + "://bucket@account/orders", storage);

      assertThatThrownBy(table::latestSnapshot)
          .isInstanceOfSatisfying(
              DeltaCdfException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_STORE);
                assertThat(e.isRetriable()).isFalse();
              })
          .hasMessageContainingAll("'orders'", scheme + "://bucket@account/orders", reason, "jar");
    }
  }

  @Test
  void tablesWithTheSameOptionsShareAFileSystem() {
    try (Storage reader = storage("reader")) {
      table(reader).latestSnapshot();
      table(reader).latestSnapshot();

      assertThat(OPENED).containsExactly("reader");
    }
  }

  @Test
  void aClosedStorageRejectsReadsAndClosesItsFileSystems() {
    // File systems are closed on another thread, those of other tests perhaps only now.
    Storage reader = storage("closed reader");
    DeltaTable table = table(reader);
    table.latestSnapshot();
    reader.close();

    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(CLOSED).containsOnlyOnce("closed reader"));
    assertThatThrownBy(table::latestSnapshot).hasStackTraceContaining("is closed");
    assertThat(OPENED).containsExactly("closed reader");
  }
}
