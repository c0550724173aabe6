package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.TopicReader;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A fault of a table, in a real worker. {@link BadInputTest} has all faults. */
@Timeout(300)
class BadInputIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @RegisterExtension final Connectors connectors = new Connectors();
  @TempDir Path dir;

  @Test
  void theTaskFailsBeforeTheFaultAndResumesWhenItIsFixed() throws Exception {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
    ConnectorConfig config = ConnectorConfig.named("faulty").table("orders", table.path(), "id");
    TopicReader topic = SharedCluster.broker().topic(config.topic("orders"));
    connectors.create(config);
    topic.await(1, TIMEOUT);
    connectors.stop("faulty");

    table.insert(row("id", 2, "name", "b"));
    table.insert(row("id", 3, "name", "c"));
    Path lost = table.file(2).location();
    byte[] bytes = Files.readAllBytes(lost);
    table.faults().deleteFile(table.file(2));
    table.insert(row("id", 4, "name", "d"));
    connectors.rest().resume("faulty");

    assertThat(connectors.rest().awaitFailed("faulty", TIMEOUT))
        .contains("[FILE_MISSING]", "'orders'", "version 3", table.file(2).path());
    assertThat(topic.strings().stream().map(Connectors::line))
        .containsExactly("1 read 1", "2 insert 2");
    connectors.awaitVersion("faulty", "orders", 2);

    Files.write(lost, bytes);
    connectors.rest().restart("faulty");
    assertThat(topic.await(4, TIMEOUT).stream().map(Connectors::line))
        .containsExactly("1 read 1", "2 insert 2", "3 insert 3", "4 insert 4");
  }
}
