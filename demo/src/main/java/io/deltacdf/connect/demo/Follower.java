package io.deltacdf.connect.demo;

import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;

/** Prints and folds the topic's events, and detects when the mirror equals the table. */
final class Follower implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(150);

  private final DeltaTable table;
  private final List<String> key;
  private final TopicFollower topic;
  private final DemoConnector connector;
  private final EventLog log;
  private final Duration patience;
  private final FoldedTopic mirror = new FoldedTopic();
  private long stepVersion = -1;

  /**
   * @param patience how long to wait for the next event while the mirror differs from the table
   */
  Follower(
      DeltaTable table,
      List<String> key,
      TopicFollower topic,
      DemoConnector connector,
      EventLog log,
      Duration patience) {
    this.table = table;
    this.key = key;
    this.topic = topic;
    this.connector = connector;
    this.log = log;
    this.patience = patience;
  }

  FoldedTopic mirror() {
    return mirror;
  }

  /**
   * Applies the events up to a version. It ends when the mirror equals the table at that version,
   * when an event of a later version shows that all events have arrived, or when no more events
   * arrive.
   *
   * @param step describes a version whose events begin a step; null if the caller does so
   */
  Comparison catchUp(TableSnapshot snapshot, LongFunction<String> step) {
    TableImage image = TableImage.of(table, snapshot, new RowForm(snapshot.state().schema(), key));
    Comparison comparison = Comparison.of(image, mirror);
    long compared = mirror.events();
    long lastEvent = System.nanoTime();
    while (!comparison.equal() && System.nanoTime() - lastEvent < patience.toNanos()) {
      Event event = topic.peek(POLL);
      if (event != null && event.version() <= snapshot.version()) {
        take(event, step);
        lastEvent = System.nanoTime();
        continue;
      }
      if (mirror.events() > compared) {
        comparison = Comparison.of(image, mirror);
        compared = mirror.events();
      }
      if (event != null) {
        return comparison;
      }
      connector.requireRunning();
    }
    return comparison;
  }

  /** Applies the events that arrive within a period. */
  void take(Duration time, LongFunction<String> step) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Event event = topic.peek(POLL);
      if (event != null) {
        take(event, step);
      }
    }
    connector.requireRunning();
  }

  private void take(Event event, LongFunction<String> step) {
    topic.take();
    if (step != null && event.version() != stepVersion) {
      stepVersion = event.version();
      log.step(step.apply(stepVersion));
    }
    String before = mirror.apply(event);
    log.event(event, () -> RowChange.text(before, event.value(), key));
  }

  @Override
  public void close() {
    topic.close();
  }
}
