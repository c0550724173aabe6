package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The status of a connector with discovery whose tasks, which name its tables, are gone. */
class StoppedStatusTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path dir;
  private final ObjectNode answers = JSON.createObjectNode();
  private final ArrayNode offsets = JSON.createArrayNode();
  private HttpServer worker;

  /** Answers like a worker with one connector that is stopped. */
  @BeforeEach
  void startWorker() throws IOException {
    worker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    worker.createContext(
        "/",
        exchange -> {
          try (exchange) {
            JsonNode answer = answers.path(exchange.getRequestURI().getPath());
            byte[] body = answer.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.isMissingNode() ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    worker.start();
    answers.putArray("/connectors").add("lake");
    answers
        .putObject("/connectors/lake/config")
        .put("connector.class", "io.deltacdf.connect.DeltaSourceConnector")
        .put("topic.prefix", "lake")
        .put("replication.grace.ms", "0")
        .put("discovery.root", dir.toString())
        .put("discovery.keys", ".*:id");
    state("STOPPED");
    answers.putArray("/connectors/lake/tasks");
    answers.putObject("/connectors/lake/offsets").set("offsets", offsets);
  }

  @AfterEach
  void stopWorker() {
    worker.stop(0);
  }

  @Test
  void tablesWithAnOffsetAreShown() {
    table("orders").insert(row("id", 2L));
    table("sales/places");
    table("never-published");
    offset("orders", Map.of("version", 1L));
    offset("places", Map.of("version", 1L));
    offset("dropped", Map.of("version", 7L));

    CliTerminal cli = status(0);

    assertThat(cli.lines())
        .anySatisfy(line -> assertThat(line).matches("lake: stopped, tasks: 0"))
        .anySatisfy(line -> assertThat(line).matches("orders +stopped +1 +2 +\\d+s +6d 23h"))
        .as("a table that is gone, and one that is not published any more")
        .anySatisfy(line -> assertThat(line).matches("dropped +stopped +7 +- +- +-"))
        .anySatisfy(line -> assertThat(line).matches("places +stopped +1 +- +- +-"))
        .noneMatch(line -> line.startsWith("never"));
  }

  @Test
  void aProblemOfATableIsShownWithItsOffset() throws IOException {
    table("orders");
    TestTable broken = table("broken");
    broken.faults().truncateCommit(0);
    offset("orders", Map.of("version", 1L));
    offset("broken", Map.of("version", 1L));
    offset("invalid", Map.of("version", "x"));

    CliTerminal cli = status(1);

    assertThat(cli.lines())
        .anySatisfy(line -> assertThat(line).matches("orders +stopped +1 +1 +- +-"))
        .anySatisfy(line -> assertThat(line).matches("broken +stopped +1 +- +- +-"))
        .anySatisfy(line -> assertThat(line).startsWith("broken: [CORRUPT_"))
        .anySatisfy(line -> assertThat(line).startsWith("invalid: [OFFSET_INVALID]"));
    JsonNode json = JSON.readTree(status(1, "--json").out());
    assertThat(json.path("tables")).hasSize(3);
    assertThat(json.at("/tables/0/table").asText()).isEqualTo("broken");
    assertThat(json.at("/tables/0/version").asLong()).isEqualTo(1);
    assertThat(json.at("/tables/0/latest_version").isNull()).isTrue();
    assertThat(json.at("/tables/0/needs_person").asBoolean()).isTrue();
  }

  @Test
  void offsetsAreShownWhenTheRootCannotBeListed() throws IOException {
    Path root = Files.createDirectories(dir.resolve("root"));
    ((ObjectNode) answers.path("/connectors/lake/config")).put("discovery.root", root.toString());
    Files.delete(root);
    offset("orders", Map.of("version", 1L));

    CliTerminal cli = status(1);

    assertThat(cli.lines())
        .anySatisfy(line -> assertThat(line).matches("orders +stopped +1 +- +- +-"))
        .anySatisfy(line -> assertThat(line).startsWith("orders: [NOT_A_TABLE]").contains("root"));
  }

  @Test
  void aConnectorThatFailedAtItsStartShowsItsTablesToo() {
    table("orders");
    offset("orders", Map.of("version", 1L));
    state("FAILED");

    assertThat(status(1).lines())
        .anySatisfy(line -> assertThat(line).matches("orders +failed +1 +1 +- +-"))
        .anySatisfy(line -> assertThat(line).startsWith("orders: [STORAGE] The root is away"));
  }

  @Test
  void listedTablesAreShownOnce() {
    TestTable listed = table("listed");
    ((ObjectNode) answers.path("/connectors/lake/config"))
        .put("tables", "listed")
        .put("tables.listed.path", listed.path())
        .put("tables.listed.key", "id");
    table("orders");
    offset("listed", Map.of("version", 1L));
    offset("orders", Map.of("version", 1L));

    assertThat(status(0).lines())
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).matches("listed +stopped +1 +1 +- +-"))
        .anySatisfy(line -> assertThat(line).matches("orders +stopped +1 +1 +- +-"));
  }

  private TestTable table(String path) {
    TestTable table = TestTable.at(dir.resolve(path)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1L));
    return table;
  }

  private void state(String state) {
    ObjectNode connector =
        answers.putObject("/connectors/lake/status").putObject("connector").put("state", state);
    connector.put(
        "trace", "org.apache.kafka.connect.errors.ConnectException: [STORAGE] The root is away");
  }

  private void offset(String table, Map<String, Object> offset) {
    ObjectNode entry = offsets.addObject();
    entry.putObject("partition").put("table", table);
    entry.set("offset", JSON.valueToTree(offset));
  }

  private CliTerminal status(int exitCode, String... more) {
    CliTerminal cli = new CliTerminal();
    String[] arguments = new String[more.length + 2];
    arguments[0] = "status";
    arguments[1] = "http://127.0.0.1:" + worker.getAddress().getPort();
    System.arraycopy(more, 0, arguments, 2, more.length);
    assertThat(cli.run(arguments)).as(cli.out() + cli.err()).isEqualTo(exitCode);
    return cli;
  }
}
