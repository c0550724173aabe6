package io.deltacdf.connect.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The store hangs, then stops and starts again. The task waits for it, and is not restarted. */
@Timeout(600)
class StoreOutageIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(120);
  private static final Pattern RETRY = Pattern.compile("Table 'orders': retry \\d+ in \\d+ ms");
  private static final Pattern FAILED_TASK = Pattern.compile("Task is being killed");

  @TempDir Path dir;

  @Test
  void readsAreTriedAgainUntilTheStoreAnswers() {
    FaultTable orders = new FaultTable(dir.resolve("orders"));
    S3Container store = Environment.get().store();
    try (Pipeline pipeline =
        new Pipeline("outage")
            .table("orders", orders.table(), "id")
            // The connector's own retries, not the store client's, soon and often.
            .option("hadoop.fs.s3a.attempts.maximum", "1")
            .option("hadoop.fs.s3a.retry.limit", "0")
            .option("hadoop.fs.s3a.connection.timeout", "5s")
            .option("hadoop.fs.s3a.connection.establish.timeout", "5s")
            .option("read.retry.max.attempts", "100")
            .option("read.retry.delay.max.ms", "1000")
            .start()) {
      pipeline.awaitMirrors();
      LogFile log = pipeline.workerOf("orders").log();
      int failedTasks = log.count(FAILED_TASK);
      int before = log.count(RETRY);

      Docker.pause(store);
      awaitMore(log, before);
      Docker.unpause(store);
      commit(pipeline, orders);
      int between = log.count(RETRY);

      store.shutDown();
      awaitMore(log, between);
      store.startAgain();
      commit(pipeline, orders);
      assertThat(pipeline.lines("orders")).isEqualTo(orders.published());
      assertThat(log.count(FAILED_TASK)).isEqualTo(failedTasks);
    }
  }

  private static void awaitMore(LogFile log, int retries) {
    Awaitility.await("a retry").atMost(TIMEOUT).until(() -> log.count(RETRY) > retries);
  }

  private static void commit(Pipeline pipeline, FaultTable orders) {
    orders.insert();
    Awaitility.await("the store")
        .atMost(TIMEOUT)
        .ignoreExceptions()
        .until(
            () -> {
              pipeline.upload();
              return true;
            });
    pipeline.awaitMirrors();
  }
}
