package io.deltacdf.connect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Tests that records become events, and events become lines next to their step. */
class EventLogTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void eventsArePrintedNextToTheirStep() {
    EventLog log = log(false);
    log.step("v3  UPDATE: orders 1001 and 1002 are paid at last");
    log.event(
        new Event("update", "1001", 3, "{}"),
        () ->
            RowChange.text(
                "{\"id\":1001,\"status\":\"new\",\"note\":\"x\"}",
                "{\"id\":1001,\"status\":\"paid\",\"note\":\"x\",\"_commit_version\":3}",
                List.of("id")));
    log.endStep();
    log.step("v4  OPTIMIZE");
    log.endStep();

    assertThat(lines())
        .containsExactly(
            "v3  UPDATE: orders 1001 and 1002 are | v3      update  1001    status: new -> paid",
            "    paid at last                     |",
            "v4  OPTIMIZE                         | (no events)");
  }

  @Test
  void manyEventsAreCounted() {
    EventLog log = log(false);
    log.step("v1  snapshot");
    for (int i = 0; i < 100_025; i++) {
      log.event(new Event("read", "\"k" + i + "\"", 1, "{}"), () -> "a=1");
    }
    log.endStep();

    assertThat(lines()).hasSize(23);
    assertThat(lines().get(0)).endsWith("v1      read    k0      a=1");
    assertThat(lines().get(20)).endsWith("... 50,000 events so far");
    assertThat(lines().get(22)).endsWith("... 100,025 events in all");
  }

  @Test
  void coloursAndCutsOnATerminal() {
    EventLog log = log(true);
    log.step("v1");
    log.event(new Event("delete", "7", 1, null), () -> RowChange.text("{}", null, List.of("id")));
    log.event(new Event("insert", "8", 1, "{}"), () -> "text=" + "x".repeat(200));

    assertThat(lines().get(0)).endsWith("| \u001b[31mv1      delete  7\u001b[0m");
    assertThat(lines().get(1)).hasSizeLessThanOrEqualTo(120 + 9).endsWith("..\u001b[0m");
  }

  @Test
  void changedColumnsAreShownWithBothValues() {
    assertThat(
            RowChange.text(
                "{\"id\":1,\"a\":1,\"b\":\"x\",\"c\":2.50}",
                "{\"id\":1,\"a\":1,\"b\":null,\"c\":2.75,\"d\":null,\"e\":[1]}",
                List.of("id")))
        .isEqualTo("b: x -> null  c: 2.50 -> 2.75  e: null -> [1]");
    assertThat(RowChange.text(null, "{\"id\":1,\"a\":\"x\",\"b\":null}", List.of("id")))
        .isEqualTo("a=x");
  }

  @Test
  void anEventIsReadFromTheHeadersOfARecord() {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(
            "demo.t",
            0,
            0,
            "1".getBytes(StandardCharsets.UTF_8),
            "{}".getBytes(StandardCharsets.UTF_8));
    record.headers().add("delta.change.type", "update_postimage".getBytes(StandardCharsets.UTF_8));
    record.headers().add("delta.commit.version", "12".getBytes(StandardCharsets.UTF_8));

    assertThat(Event.of(record, new JsonRecords())).isEqualTo(new Event("update", "1", 12, "{}"));
  }

  @Test
  void aFailedConnectorKeepsMessagesWithoutStackFrames() {
    ConnectorFailedException failure =
        new ConnectorFailedException(
            "io.Outer: it failed\n\tat io.A.b(A.java:1)\nCaused by: io.Inner: a file is gone\n"
                + "\tat io.C.d(C.java:2)\n\t... 3 more\n");

    assertThat(failure)
        .hasMessage(
            "The connector has failed:\nio.Outer: it failed\nCaused by: io.Inner: a file is gone");
  }

  private EventLog log(boolean colour) {
    return new EventLog(
        new Screen(new PrintStream(printed, true, StandardCharsets.UTF_8), colour, 120));
  }

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
