package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class StatusIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @RegisterExtension private final Connectors connectors = new Connectors();

  @TempDir private Path dir;

  private String url() {
    return connectors.rest().address().toString();
  }

  @Test
  void theStatusOfATableFollowsItsLife() throws Exception {
    TestTable orders = table("orders");
    TestTable places = table("places");
    connectors.create(
        ConnectorConfig.named("status")
            .table("orders", orders.path(), "id")
            .table("places", places.path(), "id")
            .set("replication.grace.ms", "0"));
    connectors.awaitVersion("status", "orders", 1);
    connectors.awaitVersion("status", "places", 1);

    CliTerminal idle = status(0);
    assertThat(idle.lines())
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).matches("status: running, tasks: 1"))
        .anySatisfy(line -> assertThat(line).matches("orders +idle +1 +1 +- +-"));

    connectors.stop("status");
    orders.insert(row("id", 2));
    orders.insert(row("id", 3));
    assertThat(status(0).lines())
        .anySatisfy(
            line -> assertThat(line).matches("orders +stopped +1 +3 +\\d+m? ?\\d*s +6d 23h"));

    Path lost = Path.of(orders.path(), orders.file(1).path());
    Files.move(lost, lost.resolveSibling("moved"));
    connectors.rest().resume("status");
    connectors.rest().awaitFailed("status", TIMEOUT);
    assertThat(status(1).lines())
        .anySatisfy(line -> assertThat(line).matches("orders +failed .*"))
        .anySatisfy(line -> assertThat(line).startsWith("orders: [FILE_MISSING] Table 'orders'"));
    JsonNode json = new ObjectMapper().readTree(status(1, "--json").out()).path("tables").path(0);
    assertThat(json.path("state").asText()).isEqualTo("failed");
    assertThat(json.path("needs_person").asBoolean()).isTrue();
    assertThat(json.path("problem").asText()).startsWith("[FILE_MISSING]");
  }

  @Test
  void aTableThatIsAboutToLoseVersionsNeedsAPerson() throws Exception {
    TestTable orders = table("orders");
    connectors.create(ConnectorConfig.named("late").table("orders", orders.path(), "id"));
    connectors.awaitVersion("late", "orders", 1);
    connectors.stop("late");
    orders.insert(row("id", 2));

    CliTerminal sixDaysLater = CliTerminal.at(Instant.now().plus(Duration.ofHours(6 * 24 + 1)));
    assertThat(sixDaysLater.run("status", url(), "late")).as(sixDaysLater.err()).isEqualTo(1);
    assertThat(sixDaysLater.out())
        .contains("orders: The retention of the table allows version 2", "soon");
  }

  @Test
  void discoveredTablesHaveAStatusToo() throws Exception {
    table("orders");
    table("places");
    TestTable unread = table("unread");
    unread.faults().truncateCommit(0);
    connectors.create(
        ConnectorConfig.named("found")
            .set("discovery.root", dir.toString())
            .set("discovery.keys", ".*:id")
            .set("replication.grace.ms", "0"));
    connectors.awaitVersion("found", "orders", 1);
    connectors.awaitVersion("found", "places", 1);

    assertThat(statusOf("found", 0).lines())
        .anySatisfy(line -> assertThat(line).matches("found: running, tasks: 1"))
        .anySatisfy(line -> assertThat(line).matches("orders +idle +1 +1 +- +-"))
        .anySatisfy(line -> assertThat(line).matches("places +idle +1 +1 +- +-"))
        .as("what is skipped has no task")
        .noneMatch(line -> line.startsWith("unread"));

    connectors.stop("found");
    assertThat(statusOf("found", 0).lines())
        .as("a stopped connector has no tasks, but offsets")
        .anySatisfy(line -> assertThat(line).matches("found: stopped, tasks: 0"))
        .anySatisfy(line -> assertThat(line).matches("orders +stopped +1 +1 +- +-"))
        .anySatisfy(line -> assertThat(line).matches("places +stopped +1 +1 +- +-"));
  }

  @Test
  void aConnectorThatIsNotThereIsAnError() {
    CliTerminal cli = new CliTerminal();

    assertThat(cli.run("status", url(), "nosuch")).isEqualTo(1);
    assertThat(cli.err()).contains("no connector 'nosuch'");
  }

  private CliTerminal status(int exitCode, String... more) {
    return statusOf("status", exitCode, more);
  }

  private CliTerminal statusOf(String connector, int exitCode, String... more) {
    CliTerminal cli = new CliTerminal();
    String[] arguments = new String[more.length + 3];
    arguments[0] = "status";
    arguments[1] = url();
    arguments[2] = connector;
    System.arraycopy(more, 0, arguments, 3, more.length);
    assertThat(cli.run(arguments)).as(cli.out() + cli.err()).isEqualTo(exitCode);
    return cli;
  }

  private TestTable table(String name) {
    TestTable table =
        TestTable.at(dir.resolve(name)).schema("id int, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    return table;
  }
}
