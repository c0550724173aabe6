package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.s3.S3Copy;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.S3Request;
import io.deltacdf.connect.testing.s3.S3Server;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table on an S3 server with faults: nothing is lost or repeated, and errors are clear. */
class S3FaultsIT {
  private static final int ALWAYS = 1_000;

  @TempDir Path dir;

  private final S3Gateway gateway = S3Gateway.before(SharedS3.server());
  private final Map<String, String> options = new HashMap<>(gateway.options());
  private final List<SourceRecord> records = new ArrayList<>();
  private Storage storage;
  private TableReader reader;

  S3FaultsIT() {
    // S3A makes its usual number of retries, but waits less before each.
    options.put("fs.s3a.retry.interval", "10ms");
    options.put("fs.s3a.retry.throttle.interval", "10ms");
    options.put("fs.s3a.attempts.maximum", "0");
  }

  @AfterEach
  void close() {
    reader.close();
    storage.close();
    gateway.close();
  }

  /** Makes a table of three rows, then inserts, updates and deletes (by a deletion vector). */
  private TestTable table() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, name string")
            .changeDataFeed()
            .deletionVectors()
            .create();
    table.insert(row("id", 1, "name", "a"), row("id", 2, "name", "b"), row("id", 3, "name", "c"));
    table.insert(row("id", 4, "name", "d"));
    table.copyOnWrite().update(row -> row.get("id").equals(4L), set("name", "D"));
    table.commit().operation("DELETE").removeRows(table.file(0), 1).write();
    return table;
  }

  private static final List<String> CHANGES =
      List.of("2: insert 4 [4, d]", "3: update_postimage 4 [4, D]", "4: delete 2 null");

  private void follow(String path) {
    storage = Storage.open(options);
    reader =
        ReaderRuns.reader(
            DeltaTables.open("orders", path, storage),
            Options.orders(),
            Optional.of(SourceOffsetCodec.read("orders", Map.of("version", 1L))),
            records);
  }

  private S3Copy copy(TestTable table, String name) {
    return new S3Copy(SharedS3.server(), table, name);
  }

  /** Retries retriable failures, like the reader threads. */
  private List<DeltaCdfException> runRetrying() throws InterruptedException {
    List<DeltaCdfException> failures = new ArrayList<>();
    while (true) {
      try {
        ReaderRuns.runUntilIdle(reader);
        return failures;
      } catch (DeltaCdfException e) {
        assertThat(e.isRetriable()).as(e.getMessage()).isTrue();
        failures.add(e);
      }
    }
  }

  private DeltaCdfException failure() {
    return catchThrowableOfType(DeltaCdfException.class, () -> ReaderRuns.runUntilIdle(reader));
  }

  private static Predicate<S3Request> request(String text) {
    return request -> request.toString().equals(text);
  }

  @Test
  void retriesWhileTheStoreThrottles() throws Exception {
    follow(copy(table(), "throttled").path());
    for (String request : List.of("LIST log", "GET 2.json", "GET data", "GET cdc", "GET dv")) {
      gateway.fail(2, request(request), 503, "SlowDown");
    }
    // More failures than S3A makes attempts, when it is read ahead and when it is needed.
    gateway.fail(10, request("GET 4.json"), 503, "SlowDown");
    List<DeltaCdfException> failures = runRetrying();

    assertThat(failures)
        .isNotEmpty()
        .allSatisfy(
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
              assertThat(e).hasMessageContainingAll("'orders'", "4.json", "SlowDown");
            });
    assertThat(OnDisk.texts(records)).isEqualTo(CHANGES);
  }

  @Test
  void reportsAnUnavailableStoreWithinSeconds() {
    List.of("fs.s3a.retry.interval", "fs.s3a.retry.throttle.interval", "fs.s3a.attempts.maximum")
        .forEach(options::remove);
    follow(copy(table(), "down").path());
    gateway.fail(ALWAYS, request("GET data"), 503, "SlowDown");

    long start = System.nanoTime();
    assertThat(failure().code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    assertThat(gateway.takeRequests()).filteredOn(request("GET data")).hasSize(8);
  }

  @Test
  void resumesAReadAfterALostConnection() throws Exception {
    follow(copy(table(), "cut").path());
    for (String request : List.of("GET 2.json", "GET data", "GET cdc", "GET dv")) {
      gateway.cut(1, request(request), 30);
    }

    assertThat(runRetrying()).isEmpty();
    assertThat(OnDisk.texts(records)).isEqualTo(CHANGES);
  }

  @Test
  void resumesAReadOfSeveralColumnsAfterALostConnection() throws Exception {
    follow(copy(large(), "cut-large").path());
    gateway.cut(2, S3FaultsIT::isWithinColumns, 100_000);

    // S3A does not retry reads of several columns.
    assertThat(runRetrying())
        .extracting(DeltaCdfException::code)
        .containsExactly(ErrorCode.STORAGE, ErrorCode.STORAGE);
    assertThat(records).hasSize(4_000).doesNotHaveDuplicates();
  }

  /** Makes a version 2 with a file that takes several requests: one for the footer alone. */
  private TestTable large() {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", -1, "name", "first"));
    Random random = new Random(1);
    byte[] text = new byte[300];
    table.insert(
        IntStream.range(0, 4_000)
            .mapToObj(
                id -> {
                  random.nextBytes(text);
                  return row("id", id, "name", Base64.getEncoder().encodeToString(text));
                })
            .toList());
    return table;
  }

  private static boolean isWithinColumns(S3Request request) {
    return request.isForParquet() && request.range().startsWith("bytes=4-");
  }

  @Test
  void aFileOverwrittenWhileItIsReadPublishesNoRow() throws Exception {
    TestTable table = large();
    S3Copy copy = copy(table, "overwritten");
    follow(copy.path());
    String name = table.file(1).path();
    byte[] other = Files.readAllBytes(table.directory().resolve(name));
    other[1_000]++;
    Path changed = Files.write(dir.resolve("changed"), other);
    gateway.doBefore(S3FaultsIT::isWithinColumns, () -> copy.put(name, changed));

    DeltaCdfException failure = failure();
    assertThat(failure.code()).isEqualTo(ErrorCode.FILE_CORRUPT);
    assertThat(failure).hasMessageContainingAll("'orders'", "version 2", name, "overwritten");
    assertThat(failure.isRetriable()).isFalse();
    assertThat(records).isEmpty();
  }

  @Test
  void expiredCredentialsAreReportedAndRenewedCredentialsWork() throws Exception {
    follow(copy(table(), "expired").path());
    gateway.fail(ALWAYS, request("GET cdc"), 400, "ExpiredToken");

    DeltaCdfException expired = failure();
    assertThat(expired.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(expired)
        .hasMessageContainingAll(
            "'orders'", "_change_data/", "version 3", "ExpiredToken", "Renew", "restart the task");
    assertThat(expired.getMessage())
        .doesNotContain(S3Server.ACCESS_KEY)
        .doesNotContain(S3Server.SECRET_KEY);
    assertThat(OnDisk.texts(records)).isEqualTo(CHANGES.subList(0, 1));

    gateway.clearFaults();
    assertThat(runRetrying()).isEmpty();
    assertThat(OnDisk.texts(records)).isEqualTo(CHANGES);
  }

  @Test
  void expiredCredentialsAreReportedWithoutAResponseBody() throws Exception {
    follow(copy(table(), "refused").path());
    runRetrying();

    for (int status : new int[] {400, 403}) {
      gateway.fail(1, request("HEAD 5.json"), status, "ExpiredToken");
      DeltaCdfException refused = failure();
      assertThat(refused.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
      assertThat(refused).hasMessageContainingAll("'orders'", "5.json", "Renew");
    }
  }

  @Test
  void withoutCredentialsAccessIsDenied() {
    options.remove("fs.s3a.access.key");
    options.put(
        "fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
    follow(copy(table(), "nobody").path());

    assertThat(failure().code()).isEqualTo(ErrorCode.ACCESS_DENIED);
  }

  @Test
  void aMissingBucketIsReportedAsNoTable() {
    follow("s3a://nobodys-bucket/orders");

    DeltaCdfException failure = failure();
    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_A_TABLE);
    assertThat(failure)
        .hasMessageContainingAll("'orders'", "nobodys-bucket", "the bucket does not exist");
  }

  @Test
  void readsLongListingsPageByPage() throws Exception {
    TestTable table = table();
    for (int i = 0; i < 20; i++) {
      table.insert(row("id", 100 + i, "name", "n"));
    }
    options.put("fs.s3a.paging.maximum", "3");
    follow(copy(table, "pages").path());

    assertThat(runRetrying()).isEmpty();
    assertThat(records).hasSize(3 + 20);
    assertThat(gateway.takeRequests()).filteredOn(request("LIST log")).hasSizeGreaterThan(8);
  }
}
