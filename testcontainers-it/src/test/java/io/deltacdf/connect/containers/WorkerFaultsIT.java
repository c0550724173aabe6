package io.deltacdf.connect.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker is lost while commits go on. The other one takes over its task, and all changes are
 * published once, in order.
 */
@Timeout(600)
class WorkerFaultsIT {
  @TempDir Path dir;

  private FaultTable orders;
  private FaultTable articles;

  @BeforeEach
  void createTables() {
    orders = new FaultTable(dir.resolve("orders"));
    articles = new FaultTable(dir.resolve("articles"));
  }

  private Pipeline start(String name) {
    return new Pipeline(name)
        .table("orders", orders.table(), "id")
        .table("articles", articles.table(), "id")
        .start();
  }

  @Test
  void whenAWorkerIsKilledTheOtherTakesOver() throws InterruptedException {
    try (Pipeline pipeline = start("kill")) {
      pipeline.awaitMirrors();
      WorkerContainer lost = pipeline.workerOf("orders");
      WorkerContainer left = pipeline.otherThan(lost);
      commit(pipeline, 3);
      lost.kill();
      commit(pipeline, 10);
      pipeline.awaitMirrors();
      pipeline.awaitRunning(left, 1);
      assertPublishedOnce(pipeline);

      lost.restart();
      pipeline.awaitRunning(left, 2);
      commit(pipeline, 1);
      pipeline.awaitMirrors();
      assertPublishedOnce(pipeline);
      assertThat(pipeline.storedVersion("orders")).isEqualTo(orders.table().version());
    }
  }

  @Test
  void aWorkerThatIsCutOffFromTheBrokerPublishesNothingTwice() throws InterruptedException {
    try (Pipeline pipeline = start("partition")) {
      pipeline.awaitMirrors();
      WorkerContainer lost = pipeline.workerOf("orders");
      WorkerContainer left = pipeline.otherThan(lost);
      commit(pipeline, 3);
      lost.cutOff();
      commit(pipeline, 10);
      pipeline.awaitMirrors();
      pipeline.awaitRunning(left, 1);
      assertPublishedOnce(pipeline);

      lost.reconnect();
      commit(pipeline, 3);
      pipeline.awaitRunning(left, 2);
      commit(pipeline, 3);
      pipeline.awaitMirrors();
      assertPublishedOnce(pipeline);
      assertThat(pipeline.storedVersion("orders")).isEqualTo(orders.table().version());
    }
  }

  /** Commits to both tables, one after the other, for the connector to see one by one. */
  private void commit(Pipeline pipeline, int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      orders.insert();
      articles.insert();
      pipeline.upload();
      Thread.sleep(200);
    }
  }

  private void assertPublishedOnce(Pipeline pipeline) {
    assertThat(pipeline.lines("orders")).isEqualTo(orders.published());
    assertThat(pipeline.lines("articles")).isEqualTo(articles.published());
  }
}
