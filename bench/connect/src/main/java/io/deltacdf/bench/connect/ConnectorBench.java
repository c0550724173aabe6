package io.deltacdf.bench.connect;

import io.deltacdf.bench.ChangeCounts;
import io.deltacdf.bench.Live;
import io.deltacdf.bench.Meter;
import io.deltacdf.bench.ProcFs;
import io.deltacdf.bench.Result;
import java.io.IOException;
import java.util.Set;

/**
 * Measures the connector: starts a worker, creates the connector through REST, and measures the
 * time until the topic has all changes of the table. The options are in {@link RunOptions};
 * bin/connector.sh sets the paths.
 */
public final class ConnectorBench {
  /** The number of partitions, as in Spark's topic. */
  private static final int PARTITIONS = Integer.getInteger("partitions", 4);

  private static final double MIB = 1024 * 1024;

  private final RunOptions options;
  private final ChangeCounts counts;

  private ConnectorBench(RunOptions options) throws IOException {
    this.options = options;
    counts = ChangeCounts.read(options.table());
  }

  public static void main(String[] args) throws Exception {
    new ConnectorBench(RunOptions.parse(args)).run();
  }

  private void run() throws Exception {
    long start = System.nanoTime();
    try (Worker worker = new Worker(options);
        Topics topics = new Topics(options.bootstrap())) {
      double startSeconds = (System.nanoTime() - start) / 1e9;
      for (int pass = 1; pass <= options.repeat(); pass++) {
        // Another run on the same broker has another group, and so other topics.
        String connector = worker.group() + "-" + pass;
        String topic = connector + ".t1";
        topics.create(topic, PARTITIONS, options.topicSettings());
        pass(worker, topics, connector, topic, pass, startSeconds);
        if (pass == options.repeat() && options.hold()) {
          hold(worker, topics, topic);
        }
        worker.rest().delete(connector);
        topics.delete(Set.of(topic, "__delta-heartbeat." + connector));
      }
    }
  }

  private void pass(
      Worker worker, Topics topics, String connector, String topic, int pass, double startSeconds)
      throws Exception {
    boolean all = options.commits().isEmpty();
    int commits = all ? (int) counts.version() : options.commits().get(pass - 1);
    ChangeCounts expected = all ? counts : counts.ofLast(commits);
    long first = counts.version() - commits + 1;
    try (Meter meter = Meter.start(worker.jvm())) {
      worker.rest().create(connector, options.connectorConfig(connector, expected.events(), first));
      Completion completion =
          new Completion(worker, topics, expected, meter, options.exactlyOnce());
      completion.await(connector, topic);
      meter
          .addTo(result(options.name()).pass(pass), expected.rows())
          .put("records", completion.records())
          .put("first_s", completion.firstSeconds())
          .put("start_s", startSeconds)
          .put("committed_version", worker.rest().committedVersion(connector))
          .print();
    }
  }

  /** Keeps the connector running while another process writes to the table and reads the topic. */
  private void hold(Worker worker, Topics topics, String topic) throws Exception {
    long before = topics.records(topic);
    try (Meter meter = Meter.start(worker.jvm())) {
      Live.hold(topic);
      meter.mark();
      meter
          .addTo(
              result(options.name() + "-live").put("phase", "live"), topics.records(topic) - before)
          .put("rss_now_mb", ProcFs.rssMib(worker.jvm().pid()))
          .put("live_mb", worker.jvm().heapLiveBytes() / MIB)
          .print();
    }
  }

  private Result result(String name) {
    return Result.of(name, options.table().getFileName().toString());
  }
}
