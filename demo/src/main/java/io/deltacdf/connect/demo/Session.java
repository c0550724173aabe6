package io.deltacdf.connect.demo;

import io.deltacdf.connect.testing.ConnectRest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The demo on a running cluster. */
final class Session {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Screen screen;
  private final String bootstrapServers;
  private final ConnectRest rest;
  private final Run run;
  private final RecordForm form;
  private final DemoConnector connector;
  private final String topic;

  Session(Screen screen, String bootstrapServers, ConnectRest rest, RecordForm form, Run run) {
    this.screen = screen;
    this.bootstrapServers = bootstrapServers;
    this.rest = rest;
    this.run = run;
    this.form = form;
    this.connector = new DemoConnector(rest);
    this.topic = DemoConnector.topic(run.table().name());
  }

  /**
   * Creates the connector, prints events and comparison, and deletes the connector again.
   *
   * @param keep whether to go on until the process is interrupted instead
   * @return whether table and mirror are equal
   */
  boolean play(boolean keep) {
    Map<String, String> config =
        DemoConnector.config(
            run.table().name(), run.table().path(), run.key(), form, run.options());
    screen.blank();
    screen.title("POST " + rest.address() + "/connectors");
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("name", DemoConnector.NAME);
    request.put("config", DemoConnector.shown(config));
    screen.line(Json.pretty(request));
    long started = System.nanoTime();
    connector.create(config);
    screen.item("connector", "runs after " + Screen.seconds(started));
    EventLog log = new EventLog(screen);
    log.header(topic);
    try (Follower follower =
        new Follower(
            run.table(),
            run.key(),
            new TopicFollower(bootstrapServers, topic, form),
            connector,
            log,
            run.patience())) {
      Comparison comparison = run.follow(follower, log);
      ComparisonText.print(screen, comparison, topic, follower.mirror().events());
      form.printSchema(screen, topic);
      if (keep) {
        stay(follower, log);
      }
      connector.delete();
      return comparison.equal();
    }
  }

  /** Prints further events until the process is interrupted. */
  private void stay(Follower follower, EventLog log) {
    String at = rest.address() + "/connectors/" + DemoConnector.NAME;
    screen.blank();
    screen.title("Running until Ctrl-C");
    screen.item("REST", rest.address().toString());
    screen.item("broker", bootstrapServers);
    screen.item("topic", topic);
    screen.item("table", run.table().path());
    screen.blank();
    screen.line("To look at, stop and resume the connector:");
    screen.line("  curl -s " + at + "/status");
    screen.line("  curl -s " + at + "/offsets");
    screen.line("  curl -s -X PUT " + at + "/stop");
    screen.line("  curl -s -X PUT " + at + "/resume");
    log.header(topic);
    while (true) {
      follower.take(LOOK, run::describe);
    }
  }
}
