package io.deltacdf.connect.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.Props;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.stores.HangingFileSystem;
import io.deltacdf.connect.testing.tables.TableProtocol;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableChecksTest {
  static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void validTablesHaveNoErrors() {
    createTables("id long, name string", "country string, number int");

    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      assertThat(errorsOfRealTables()).isEmpty();
      assertThat(log.warnings()).isEmpty();
    }
  }

  @Test
  void aPathWithoutATableIsAnErrorOnThePath() {
    TestTable.at(directory.resolve("orders")).schema("id long").changeDataFeed().create();

    assertThat(errorsOfRealTables())
        .singleElement()
        .asString()
        .startsWith("tables.customers.path: [NOT_A_TABLE]")
        .contains("'customers'", directory.resolve("customers").toString());
  }

  @Test
  void aMissingTableIsAcceptedIfItIsAwaited() {
    createTables("id long", "country string, number int");

    assertThat(
            errorsOfRealTables(
                "tables.orders.path",
                directory.resolve("later").toString(),
                "tables.orders.table.missing",
                "wait"))
        .isEmpty();
  }

  @Test
  void anUnsupportedFeatureIsAnErrorOnThePath() {
    createTables("id long", "country string, number int");
    TestTable.at(directory.resolve("new"))
        .schema("id long")
        .protocol(new TableProtocol(3, 7, Set.of("fancyFeature"), Set.of("fancyFeature")))
        .create();

    assertThat(errorsOfRealTables("tables.orders.path", directory.resolve("new").toString()))
        .singleElement()
        .asString()
        .startsWith("tables.orders.path: [UNSUPPORTED_FEATURE]")
        .contains("fancyFeature");
  }

  @Test
  void anUnknownKeyColumnIsAnErrorOnTheKey() {
    createTables("number long", "country string, number int");

    assertThat(errorsOfRealTables())
        .singleElement()
        .asString()
        .startsWith("tables.orders.key: [KEY_INVALID]")
        .contains("no column 'id'", "number");
  }

  /** The task may find the column by means of the stored offset. */
  @Test
  void aKeyColumnThatMayHaveBeenRenamedIsAWarning() {
    createTable("customers", "country string, number int");
    createMapped("id long, v string").renameColumn("id", "number");

    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      assertThat(errorsOfRealTables()).isEmpty();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "[id]", "Version 1");
    }
  }

  @Test
  void aMisspelledKeyColumnOfATableWithColumnMappingIsAnErrorOnTheKey() {
    createTable("customers", "country string, number int");
    createMapped("id long, order_no long").renameColumn("order_no", "number");

    assertThat(errorsOfRealTables("tables.orders.key", "id,numbre"))
        .singleElement()
        .asString()
        .startsWith("tables.orders.key: [KEY_INVALID]")
        .contains("'orders'", "[numbre]", "'number'?", "id, number");
    assertThat(errorsOfRealTables("tables.orders.key", "id,order_no"))
        .as("a former name")
        .isEmpty();
    assertThat(errorsOfRealTables("tables.orders.key", "ID,Number")).isEmpty();
  }

  @Test
  void theCaseOfAKeyColumnDoesNotMatter() {
    createTables("ID long", "Country string, NUMBER int");

    assertThat(errorsOfRealTables()).isEmpty();
  }

  @Test
  void aTypeThatCannotBeAKeyIsAnErrorOnTheKey() {
    createTables("id double", "country string, number int");

    assertThat(errorsOfRealTables())
        .singleElement()
        .asString()
        .startsWith("tables.orders.key: [KEY_INVALID]")
        .contains("'id'", "double");
  }

  @Test
  void columnsWithTheSameFieldNameAreAnErrorOnThePath() {
    createTable("customers", "country string, number int");
    createMapped("id long, `a-b` string, `a b` string");

    assertThat(errorsOfRealTables("field.name.adjustment.mode", "avro"))
        .singleElement()
        .asString()
        .startsWith("tables.orders.path: [COLUMN_UNSUPPORTED]");
  }

  @Test
  void keysAreCheckedEvenIfRecordOptionsAreInvalid() {
    createTables("number long", "country string, number int");

    assertThat(errorsOfRealTables("key.format", "wrong"))
        .satisfiesExactly(
            error -> assertThat(error).startsWith("key.format: "),
            error -> assertThat(error).startsWith("tables.orders.key: [KEY_INVALID]"));
  }

  @Test
  void aTableWithInvalidOptionsIsNotOpened() {
    List<String> errors =
        errors(
            (table, storage) -> {
              assertThat(table.name()).isEqualTo("customers");
              return fake(table.name(), "country string, number integer");
            },
            LIMIT,
            "tables.orders.path",
            "");

    assertThat(errors).singleElement().asString().startsWith("tables.orders.path: ");
  }

  @Test
  void aChangeDataFeedThatIsOffIsAnErrorIfItIsRequired() {
    createTables("id long", "country string, number int");
    TestTable.at(directory.resolve("off")).schema("id long").create();
    String off = directory.resolve("off").toString();

    assertThat(errorsOfRealTables("tables.orders.path", off)).isEmpty();
    assertThat(errorsOfRealTables("tables.orders.path", off, "change.feed", "require"))
        .singleElement()
        .asString()
        .startsWith("tables.orders.change.feed: [CHANGE_FEED_OFF]")
        .contains("'orders'", "is off", "change.feed=auto", "delta.enableChangeDataFeed = true");
    assertThat(
            errorsOfRealTables(
                "tables.orders.path",
                off,
                "change.feed",
                "require",
                "snapshot.mode",
                "initial_only"))
        .isEmpty();
  }

  @Test
  void aChangeDataFeedThatIsOffIsAWarningIfChangesCannotBeDerived() {
    createTables("id long", "country string, number int");
    TestTable.at(directory.resolve("off")).schema("id long").create();
    TestTable.at(directory.resolve("tracked")).schema("id long").rowTracking().create();

    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      for (String table : List.of("off", "tracked")) {
        assertThat(
                errorsOfRealTables(
                    "tables.orders.path",
                    directory.resolve(table).toString(),
                    "commit.consolidation",
                    "none"))
            .isEmpty();
      }
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "/off)", "is off", "delta.enableChangeDataFeed=true");
    }
  }

  @Test
  void theFailureOfAStoreIsAWarningWithoutSecrets() {
    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      List<String> errors =
          errors(
              (table, storage) -> {
                throw table.name().equals("orders")
                    ? DeltaCdfException.retriable(
                        ErrorCode.STORAGE, "No access with very-secret", null)
                    : new IllegalStateException("No very-secret");
              },
              LIMIT,
              "hadoop.fs.s3a.secret.key",
              "very-secret");

      assertThat(errors).isEmpty();
      assertThat(log.warnings())
          .satisfiesExactlyInAnyOrder(
              warning ->
                  assertThat(warning).contains("'orders'", "[STORAGE] No access with [hidden]"),
              warning ->
                  assertThat(warning)
                      .contains("'customers'", "IllegalStateException: No [hidden]"));
    }
  }

  @Test
  void aLogThatNamesAFileOfAnotherStoreIsAnErrorAndNoFailureOfTheStore() {
    DeltaCdfException refused =
        DeltaCdfException.permanent(ErrorCode.PATH_NOT_ALLOWED, "the file s3a://other/x", null);
    List<String> errors =
        errors(
            (table, storage) -> {
              if (table.name().equals("orders")) {
                throw refused;
              }
              return fake(table.name(), "country string, number integer");
            },
            LIMIT);

    assertThat(errors)
        .singleElement()
        .asString()
        .startsWith("tables.orders.allow.absolute.paths: [PATH_NOT_ALLOWED]");
    assertThat(ValidationSink.isCertain(refused)).isTrue();
  }

  @Test
  void anErrorContainsNoSecret() {
    List<String> errors =
        errors(
            (table, storage) -> {
              throw DeltaCdfException.permanent(
                  ErrorCode.NOT_A_TABLE, table.name() + "very-secret", null);
            },
            LIMIT,
            "hadoop.fs.s3a.secret.key",
            "very-secret");

    assertThat(errors)
        .containsExactly(
            "tables.customers.path: [NOT_A_TABLE] customers[hidden]",
            "tables.orders.path: [NOT_A_TABLE] orders[hidden]");
  }

  @Test
  void aStoreThatHangsIsAWarningAfterTheTimeLimit() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicReference<Thread> reader = new AtomicReference<>();
    FakeTable slow = fake("orders", "id long");
    slow.hook(
        access -> {
          reader.set(Thread.currentThread());
          awaitUninterruptibly(never);
        });

    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      long start = System.nanoTime();
      List<String> errors =
          errors(
              (table, storage) ->
                  table.name().equals("orders") ? slow : fake(table.name(), "country string"),
              Duration.ofMillis(300));
      long millis = (System.nanoTime() - start) / 1_000_000;

      assertThat(millis).isBetween(300L, 10_000L);
      assertThat(errors)
          .as("the other table is checked nevertheless")
          .singleElement()
          .asString()
          .startsWith("tables.customers.key: [KEY_INVALID]");
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "not read within 300 ms");
      assertThat(reader.get().isDaemon()).isTrue();
      assertThat(reader.get().getContextClassLoader()).isSameAs(TableChecks.class.getClassLoader());
    } finally {
      never.countDown();
    }
  }

  /** The first request passes at once, and each one after it a second later. */
  @Test
  void theLimitOfRequestsAppliesToTheChecks() {
    createTables("id long, name string", "country string, number int");
    Map<String, String> props =
        Props.validAnd(
            "tables.orders.path",
            "hanging://checked" + directory.resolve("orders"),
            "tables.customers.path",
            directory.resolve("customers").toString(),
            "store.requests.per.second",
            "1");
    HangingFileSystem.OPTIONS.forEach((name, value) -> props.put("hadoop." + name, value));

    try (CapturedLog log = new CapturedLog(ValidationSink.class)) {
      assertThat(errors(DeltaTables::open, Duration.ofMillis(500), props)).isEmpty();

      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("'orders'", "not read within 500 ms", "store.requests.per.second=1");
    }
    props.put("store.requests.per.second", "0");
    assertThat(errors(DeltaTables::open, LIMIT, props))
        .singleElement()
        .asString()
        .startsWith("store.requests.per.second: ");
  }

  @Test
  void anInterruptEndsTheChecks() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              errors(
                  (table, storage) -> {
                    awaitUninterruptibly(never);
                    throw new IllegalStateException("too late");
                  },
                  LIMIT);
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    caller.interrupt();
    caller.join(10_000);
    never.countDown();

    assertThat(interrupted.get()).isTrue();
  }

  private void createTables(String orders, String customers) {
    createTable("orders", orders);
    createTable("customers", customers);
  }

  private void createTable(String name, String schema) {
    TestTable.at(directory.resolve(name)).schema(schema).changeDataFeed().create();
  }

  private TestTable createMapped(String orders) {
    return TestTable.at(directory.resolve("orders"))
        .schema(orders)
        .columnMapping("name")
        .changeDataFeed()
        .create();
  }

  private List<String> errorsOfRealTables(String... options) {
    Map<String, String> props =
        Props.validAnd(
            "tables.orders.path", directory.resolve("orders").toString(),
            "tables.customers.path", directory.resolve("customers").toUri().toString());
    for (int i = 0; i < options.length; i += 2) {
      props.put(options[i], options[i + 1]);
    }
    return errors(DeltaTables::open, LIMIT, props);
  }

  static List<String> errors(TableOpener opener, Duration limit, String... options) {
    return errors(opener, limit, Props.validAnd(options));
  }

  private static List<String> errors(
      TableOpener opener, Duration limit, Map<String, String> props) {
    ConfigValidation validation = DeltaSourceConfig.validate(props);
    new TableChecks(opener, limit).check(validation);
    return validation.errors();
  }

  static FakeTable fake(String name, String columns) {
    FakeTable table = new FakeTable(name, 10);
    table.snapshot(0, FakeStates.state("id", true, columns));
    return table;
  }

  /** Ignores interrupts, as some client libraries do. */
  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean done = false;
    while (!done) {
      try {
        latch.await();
        done = true;
      } catch (InterruptedException e) {
        done = false;
      }
    }
  }
}
