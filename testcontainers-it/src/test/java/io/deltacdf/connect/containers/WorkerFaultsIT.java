package io.deltacdf.connect.containers;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker is lost while commits go on: the other one takes over its task, and of what was committed
 * everything is published, once, in order.
 */
@Timeout(600)
class WorkerFaultsIT {
  private static final int ROWS = 20;

  @TempDir Path dir;

  private final List<String> published = new ArrayList<>();
  private TestTable orders;

  private Pipeline start(String name) {
    orders = table("orders");
    TestTable articles = table("articles");
    articles.insert(row("id", 1L, "name", "a"));
    Pipeline pipeline =
        new Pipeline(name).table("orders", orders, "id").table("articles", articles, "id");
    insert(pipeline, "read");
    return pipeline.start();
  }

  private TestTable table(String name) {
    return TestTable.at(dir.resolve(name))
        .schema("id long, name string")
        .changeDataFeed()
        .create();
  }

  /** One more commit. */
  private void insert(Pipeline pipeline, String changeType) {
    long first = published.size();
    long version =
        orders.insert(Rows.generate(ROWS, i -> row("id", first + i, "name", "name-" + i)));
    for (long id = first; id < first + ROWS; id++) {
      published.add(version + " " + changeType + " " + id);
    }
    pipeline.upload();
  }

  private void insert(Pipeline pipeline, int commits) throws InterruptedException {
    for (int i = 0; i < commits; i++) {
      insert(pipeline, "insert");
      Thread.sleep(200);
    }
  }

  @Test
  void whenAWorkerIsKilledTheOtherTakesOver() throws InterruptedException {
    try (Pipeline pipeline = start("kill")) {
      pipeline.awaitMirrors();
      WorkerContainer lost = pipeline.workerOf("orders");
      WorkerContainer left = pipeline.otherThan(lost);
      insert(pipeline, 3);
      lost.kill();
      insert(pipeline, 10);
      pipeline.awaitMirror("orders");
      pipeline.awaitRunning(left, 1);
      assertThat(pipeline.lines("orders")).isEqualTo(published);

      lost.restart();
      pipeline.awaitRunning(left, 2);
      insert(pipeline, 1);
      pipeline.awaitMirror("orders");
      assertThat(pipeline.lines("orders")).isEqualTo(published);
      assertThat(pipeline.storedVersion("orders")).isEqualTo(orders.version());
    }
  }

  @Test
  void aWorkerThatIsCutOffFromTheBrokerPublishesNothingTwice() throws InterruptedException {
    try (Pipeline pipeline = start("partition")) {
      pipeline.awaitMirrors();
      WorkerContainer lost = pipeline.workerOf("orders");
      WorkerContainer left = pipeline.otherThan(lost);
      insert(pipeline, 3);
      lost.cutOff();
      insert(pipeline, 10);
      pipeline.awaitMirror("orders");
      pipeline.awaitRunning(left, 1);
      assertThat(pipeline.lines("orders")).isEqualTo(published);

      lost.reconnect();
      insert(pipeline, 3);
      pipeline.awaitRunning(left, 2);
      insert(pipeline, 3);
      pipeline.awaitMirror("orders");
      assertThat(pipeline.lines("orders")).isEqualTo(published);
      assertThat(pipeline.storedVersion("orders")).isEqualTo(orders.version());
    }
  }
}
