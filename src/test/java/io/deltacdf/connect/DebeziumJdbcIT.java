package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ConnectRest;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.PostgresServer;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.Recipe;
import io.deltacdf.connect.testing.Runtimes;
import io.deltacdf.connect.testing.SchemaRegistry;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table is mirrored into PostgreSQL by Debezium's own JDBC sink, with the recipes: Avro that the
 * converter of the plugin writes and reads.
 */
@Timeout(300)
class DebeziumJdbcIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);

  @TempDir static Path plugins;
  private static PostgresServer database;
  private static SchemaRegistry registry;
  private static ConnectWorker worker;

  @TempDir Path dir;

  @BeforeAll
  static void start() {
    database = PostgresServer.start(ProjectDirectory.newWorkDirectory("jdbc-postgres"));
    registry = SchemaRegistry.start(ProjectDirectory.newWorkDirectory("jdbc-registry"));
    worker =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("jdbc-worker"))
            .plugin(Runtimes.copy("jdbc", plugins.resolve("jdbc")))
            .start();
  }

  @AfterAll
  static void stop() {
    worker.close();
    registry.close();
    database.close();
  }

  @AfterEach
  void deleteConnectors() {
    for (String connector : rest().connectors()) {
      rest().stop(connector);
      rest().awaitState(connector, "STOPPED", TIMEOUT);
      // It is refused while a task still runs.
      await()
          .atMost(TIMEOUT)
          .ignoreExceptions()
          .until(() -> rest().deleteOffsets(connector) != null);
      rest().delete(connector);
    }
    database.execute("drop table if exists orders");
  }

  @Test
  void theDatabaseHasTheRowsOfTheTable() {
    TestTable orders =
        TestTable.at(dir)
            .schema(
                "order_id long, status string, amount decimal(18,2), n int, rate double,"
                    + " due date, at timestamp")
            .changeDataFeed()
            .columnMapping("name")
            .typeWidening()
            .create();
    orders.insert(order(1), order(2), order(3), order(4));
    createSource(orders, "source", Map.of());
    createSink("sink", Map.of());
    awaitRows("1 new", "2 new", "3 new", "4 new");
    assertThat(columns())
        .containsEntry("order_id", "bigint")
        .containsEntry("amount", "numeric")
        .containsEntry("n", "integer")
        .containsEntry("due", "date")
        .containsEntry("at", "timestamp without time zone");
    assertThat(database.rows("select amount::text, due, at, rate from orders where order_id = 1"))
        .extracting(JsonNode::toString)
        .containsExactly(
            "{\"amount\":\"1234567890123489.78\",\"due\":\"2026-02-28\","
                + "\"at\":\"2026-01-31T18:00:00.000001\",\"rate\":0.5}");

    orders.insert(order(5));
    orders.update(row -> row.get("order_id").equals(1L), set("status", "paid"));
    orders.update(row -> row.get("order_id").equals(2L), set("order_id", 20L));
    orders.delete(row -> row.get("order_id").equals(3L));
    orders.delete(row -> row.get("order_id").equals(4L));
    orders.insert(order(4));
    orders.update(row -> row.get("order_id").equals(5L), set("rate", Double.NaN));
    awaitRows("1 paid", "4 new", "5 new", "20 new");
    assertThat(database.rows("select rate::text from orders where order_id = 5"))
        .extracting(JsonNode::toString)
        .containsExactly("{\"rate\":null}");

    // The sink adds columns, and never widens one.
    orders.widenColumn("n", "long");
    orders.update(row -> row.get("order_id").equals(1L), set("n", 5_000_000_000L));
    assertThat(rest().awaitFailed("sink", TIMEOUT)).contains("integer");
    database.execute("alter table orders alter column n type bigint");
    rest().restart("sink");
    await()
        .atMost(TIMEOUT)
        .until(
            () ->
                database
                    .rows("select n from orders where order_id = 1")
                    .toString()
                    .equals("[{\"n\":5000000000}]"));

    // A renamed column is a new one. The old one keeps its values until the row is written.
    orders.renameColumn("status", "state");
    orders.update(row -> row.get("order_id").equals(4L), set("state", "sent"));
    await().atMost(TIMEOUT).until(() -> columns().containsKey("state"));
    await()
        .atMost(TIMEOUT)
        .untilAsserted(
            () ->
                assertThat(
                        database.rows(
                            "select order_id, status, state from orders where order_id in (1, 4)"
                                + " order by 1"))
                    .extracting(JsonNode::toString)
                    .containsExactly(
                        "{\"order_id\":1,\"status\":\"paid\",\"state\":null}",
                        "{\"order_id\":4,\"status\":\"new\",\"state\":\"sent\"}"));
  }

  /** The commands of the page, for the connectors that they name. */
  @Test
  void theCommandsOfTheRecipesCureAPipelineWithAStruct() throws IOException {
    TestTable orders =
        TestTable.at(dir)
            .schema("order_id long, status string")
            .changeDataFeed()
            .columnMapping("name")
            .create();
    orders.insert(row("order_id", 1L, "status", "new"), row("order_id", 2L, "status", "new"));
    createSource(orders, "orders-typed", Map.of("topic.prefix", "typed"));
    createSink("orders-jdbc-confluent", Map.of("topics", "typed.orders"));
    awaitRows("1 new", "2 new");
    orders.addColumns("ship_to struct<city:string>");
    orders.insert(
        row("order_id", 3L, "status", "new", "ship_to", Map.of("city", "Rome")),
        row("order_id", 4L, "status", "new", "ship_to", Map.of("city", "Oslo")));
    assertThat(rest().awaitFailed("orders-jdbc-confluent", TIMEOUT))
        .contains("Failed to resolve column type for schema: STRUCT (typed.orders.Value.ship_to)");
    orders.delete(row -> row.get("order_id").equals(1L));

    run(commandsOf("### A struct in the table"));

    orders.update(row -> row.get("order_id").equals(3L), set("status", "paid"));
    awaitRows("2 new", "3 paid", "4 new");
    assertThat(columns()).containsOnlyKeys("order_id", "status");
    rest().awaitRunning("orders-jdbc-confluent", TIMEOUT);
  }

  /** The indented block of a section of {@code docs/recipes.md}. */
  private static String commandsOf(String heading) throws IOException {
    return Files.readAllLines(ProjectDirectory.get().resolve("docs/recipes.md")).stream()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("    "))
        .map(String::strip)
        .collect(Collectors.joining("\n"));
  }

  /** Runs commands of the page in a shell, with the addresses of this test. */
  private void run(String commands) {
    String kafka =
        Runtimes.classPath("kafka").stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    String script =
        "set -e\n"
            + "kafka-topics.sh() { java -cp '%s' org.apache.kafka.tools.TopicCommand \"$@\"; }\n"
                .formatted(kafka)
            + commands
                .replace(
                    "curl ",
                    "curl --fail-with-body -sS --retry 20 --retry-delay 1 --retry-all-errors ")
                .replace("http://localhost:8083", "localhost:8083")
                .replace("localhost:8083", rest().address().toString())
                .replace("localhost:9092", SharedCluster.broker().bootstrapServers())
                .replace("psql shop", "psql '" + database.uri() + "'");
    Path log = dir.resolve("commands.log");
    ChildProcess shell = ChildProcess.start("the commands", List.of("bash", "-c", script), log);
    assertThat(shell.awaitExit(TIMEOUT)).as(shell::logTail).isZero();
  }

  private static Map<String, Object> order(long id) {
    return row(
        "order_id", id,
        "status", "new",
        "amount", "1234567890123489.78",
        "n", 1,
        "rate", 0.5,
        "due", "2026-02-28",
        "at", "2026-01-31T18:00:00.000001Z");
  }

  private static Map<String, String> recipe(String file) {
    Map<String, String> options = Recipe.read(file).options();
    for (String side : List.of("key", "value")) {
      options.replace(side + ".converter.schema.registry.url", registry.confluentUrl());
    }
    return options;
  }

  private static void createSource(TestTable orders, String name, Map<String, String> differences) {
    Map<String, String> options = recipe("orders-debezium.json");
    options.put("tables.orders.path", orders.path());
    options.put("poll.interval.ms", "200");
    options.put("topic.creation.default.replication.factor", "1");
    options.putAll(differences);
    rest().create(name, options);
  }

  private static void createSink(String name, Map<String, String> differences) {
    Map<String, String> options = recipe("sink-jdbc-debezium.json");
    options.put("connection.url", database.jdbcUrl());
    options.put("connection.username", database.user());
    options.put("connection.password", "none");
    options.putAll(differences);
    rest().create(name, options);
    rest().awaitRunning(name, TIMEOUT);
  }

  private static Map<String, String> columns() {
    return database
        .rows(
            "select column_name, data_type from information_schema.columns"
                + " where table_name = 'orders'")
        .stream()
        .collect(
            Collectors.toMap(
                column -> column.get("column_name").asText(),
                column -> column.get("data_type").asText()));
  }

  private static void awaitRows(String... rows) {
    // There is no table before the first row.
    await()
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(rows()).containsExactly(rows));
  }

  private static List<String> rows() {
    return database.rows("select order_id, status from orders order by order_id").stream()
        .map(row -> row.get("order_id").asLong() + " " + row.get("status").asText())
        .toList();
  }

  private static ConnectRest rest() {
    return worker.rest();
  }
}
