package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.BatchReader;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.s3.S3Copy;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.S3Request;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.tables.Replacement;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the requests that a table on S3 takes, as {@code docs/stores.md} documents them. */
class S3RequestsIT {
  @TempDir Path dir;

  private final S3Gateway gateway = S3Gateway.before(SharedS3.server());
  private final AtomicInteger allowed = new AtomicInteger();
  private final Storage storage =
      Storage.open(gateway.options(), (store, requests) -> allowed.addAndGet(requests));
  private final List<SourceRecord> records = new ArrayList<>();
  private TestTable table;
  private S3Copy copy;
  private TableReader reader;

  @BeforeEach
  void create() {
    table =
        TestTable.at(dir)
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
  }

  @AfterEach
  void close() {
    if (reader != null) {
      reader.close();
    }
    storage.close();
    gateway.close();
  }

  private void start(String name, Optional<SourceOffset> stored) throws InterruptedException {
    copy = new S3Copy(SharedS3.server(), table, name);
    reader =
        ReaderRuns.reader(
            DeltaTables.open("orders", copy.path(), storage), Options.orders(), stored, records);
    ReaderRuns.runUntilIdle(reader);
  }

  private void startAfter(long version, String name) throws InterruptedException {
    start(name, Optional.of(SourceOffsetCodec.read("orders", Map.of("version", version))));
    gateway.takeRequests();
  }

  /** Returns the requests until there is nothing new, including the idle poll at the end. */
  private List<String> requests() throws InterruptedException {
    copy.update();
    ReaderRuns.runUntilIdle(reader);
    return texts();
  }

  private List<String> texts() {
    return gateway.takeRequests().stream().map(S3Request::toString).toList();
  }

  @Test
  void anIdlePollIsOneStatusCall() throws Exception {
    startAfter(1, "idle");

    assertThat(requests()).containsExactly("HEAD 2.json");
    assertThat(requests()).containsExactly("HEAD 2.json");
  }

  @Test
  void aCommitIsThreeStatusCallsOneReadOfTheLogAndOneOfEachSmallFile() throws Exception {
    startAfter(1, "commits");
    table.insert(row("id", 4, "name", "d"));
    assertThat(requests())
        .containsExactly(
            "HEAD 2.json", "HEAD 2.json", "GET 2.json", "HEAD 1.json", "GET data", "HEAD 3.json");

    table.copyOnWrite().update(row -> row.get("id").equals(4L), set("name", "D"));
    assertThat(requests())
        .containsExactly(
            "HEAD 3.json", "HEAD 3.json", "GET 3.json", "HEAD 2.json", "GET cdc", "HEAD 4.json");

    table.commit().operation("DELETE").removeRows(table.file(0), 1).write();
    assertThat(requests())
        .containsExactly(
            "HEAD 4.json",
            "HEAD 4.json",
            "GET 4.json",
            "HEAD 3.json",
            "GET dv",
            "GET data",
            "HEAD 5.json");

    table.optimize();
    assertThat(requests())
        .containsExactly("HEAD 5.json", "HEAD 5.json", "GET 5.json", "HEAD 4.json", "HEAD 6.json");
    assertThat(records.stream().map(r -> r.headers().lastWithName("delta.change.type").value()))
        .containsExactly("insert", "update_postimage", "delete");
  }

  @Test
  void aStartWithASnapshotListsTheLogAndReadsEachFileOnce() throws Exception {
    start("snapshot", Optional.empty());

    assertThat(texts())
        .containsExactly(
            // The latest snapshot: its version, its metadata and its files.
            "HEAD _last_checkpoint",
            "LIST log",
            "GET 1.json",
            "GET 0.json",
            "GET 1.json",
            "GET 0.json",
            // The hash of its commit.
            "GET 1.json",
            "GET data",
            // The state of the table at that version, and the commits after it.
            "LIST log",
            "LIST log",
            "GET 1.json",
            "GET 0.json",
            "LIST log");
    assertThat(records).hasSize(3);
  }

  /** So that {@code store.requests.per.second} limits all of them. */
  @Test
  void everyRequestIsCounted() throws Exception {
    start("counted", Optional.empty());
    table.insert(row("id", 4, "name", "d"));
    table.copyOnWrite().update(row -> row.get("id").equals(4L), set("name", "D"));
    table.commit().operation("DELETE").removeRows(table.file(0), 1).write();
    copy.update();
    ReaderRuns.runUntilIdle(reader);
    ReaderRuns.runUntilIdle(reader);

    assertThat(records).hasSize(6);
    assertThat(gateway.takeRequests()).hasSize(allowed.get());
  }

  @Test
  void waitingCommitsAreFoundByOneListingAndRequestedAhead() throws Exception {
    for (int i = 0; i < 20; i++) {
      table.insert(row("id", 10 + i, "name", "n"));
    }
    gateway.delay(Duration.ofMillis(20));
    start("waiting", Optional.of(SourceOffsetCodec.read("orders", Map.of("version", 1L))));

    List<String> expected =
        IntStream.rangeClosed(2, 21)
            .boxed()
            .flatMap(
                version ->
                    Stream.of(
                        "GET " + version + ".json", "HEAD " + (version - 1) + ".json", "GET data"))
            .collect(Collectors.toCollection(ArrayList::new));
    expected.add("HEAD 22.json");
    List<String> requests = texts();
    assertThat(requests.subList(requests.lastIndexOf("LIST log") + 1, requests.size()))
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(gateway.maxConcurrentRequests())
        .as("the next commits and their files are requested while one is published")
        .isGreaterThan(1);
    assertThat(records).hasSize(20);
  }

  /** S3 has times of whole seconds; the commits of both tables have the same time and length. */
  @Test
  void aTableThatIsReplacedInTheSameSecondIsNoticed(@TempDir Path elsewhere) throws Exception {
    // Only the first commit of a table has its id.
    table = TestTable.at(elsewhere.resolve("orders")).schema("id long, name string").create();
    Path other = elsewhere.resolve("other");
    Replacement.copyWithOtherId(table, other);
    boolean same = false;
    for (int attempt = 0; !same && attempt < 20; attempt++) {
      Thread.sleep(1_000 - System.currentTimeMillis() % 1_000);
      startAfter(0, "second" + attempt);
      Instant written = copy.modified(commit(0));
      copy.put(commit(0), other.resolve(commit(0)));
      copy.put(commit(1), other.resolve(commit(0)));
      same = copy.modified(commit(0)).equals(written);
      if (same) {
        assertThatThrownBy(() -> ReaderRuns.runUntilIdle(reader))
            .isInstanceOfSatisfying(
                DeltaCdfException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_REPLACED));
        assertThat(texts().subList(0, 5))
            .containsExactly(
                "HEAD 1.json", "HEAD 1.json", "GET 1.json", "HEAD 0.json", "GET 0.json");
      }
      reader.close();
    }
    assertThat(same).as("both tables were written in one second").isTrue();
    assertThat(records).isEmpty();
  }

  private static String commit(long version) {
    return "_delta_log/%020d.json".formatted(version);
  }

  @Test
  void aLargeFileIsOneReadOfItsFooterAndOneOfTheRequestedColumns() throws Exception {
    TestTable wide =
        TestTable.at(dir.resolve("wide"))
            .schema("id long, a string, b long, c string, d long")
            .changeDataFeed()
            .create();
    Random random = new Random(1);
    wide.insert(
        IntStream.range(0, 4_000)
            .mapToObj(id -> row("id", id, "a", text(random), "b", id, "c", text(random), "d", id))
            .toList());
    copy = new S3Copy(SharedS3.server(), wide, "wide");
    DeltaTable onS3 = DeltaTables.open("wide", copy.path(), storage);
    try (CommitLog log = onS3.follow(LogPosition.before(1))) {
      ChangedFile file = log.next().files().get(0);
      gateway.takeRequests();
      gateway.delay(Duration.ofMillis(200));

      try (BatchReader rows = onS3.read(file, 0, 2, 4)) {
        assertThat(rows.next().size()).isEqualTo(2_048);
        assertThat(rows.next().size()).isEqualTo(4_000 - 2_048);
      }
      assertThat(texts())
          .as("id, b and d are not adjacent")
          .isEqualTo(List.of("GET data", "GET data", "GET data", "GET data"));
      assertThat(gateway.maxConcurrentRequests()).isEqualTo(3);

      try (BatchReader rows = onS3.read(file, 0, 1, 2, 3, 4)) {
        assertThat(rows.next()).isNotNull();
      }
      assertThat(texts()).as("the footer is known").containsExactly("GET data");
    }
  }

  /** Returns a text that does not compress well. */
  private static String text(Random random) {
    byte[] bytes = new byte[150];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
