package io.deltacdf.bench.connect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** Returns the rows of {@link ReadyRows} over and over, until the wanted number is reached. */
public final class ReadyRecordsTask extends SourceTask {
  private static final int BATCH = 2048;
  private static final Map<String, String> PARTITION = Map.of("table", "t1");
  private static final Map<String, Long> OFFSET = Map.of("version", 1L);

  private final ConnectHeaders headers = new ConnectHeaders();
  private List<Struct> rows = List.of();
  private String topic = "";
  private long remaining;
  private int next;

  @Override
  public void start(Map<String, String> props) {
    topic = props.get(ReadyRecordsConnector.TOPIC);
    remaining = Long.parseLong(props.get(ReadyRecordsConnector.RECORDS));
    rows = ReadyRows.create();
    headers
        .addString("delta.table", "t1")
        .addString("delta.change.type", "insert")
        .addLong("delta.commit.version", 1)
        .addLong("delta.commit.timestamp", 1_700_000_000_000L);
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    if (remaining == 0) {
      Thread.sleep(100);
      return null;
    }
    int count = (int) Math.min(BATCH, remaining);
    List<SourceRecord> batch = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Struct row = rows.get(next);
      next = (next + 1) % rows.size();
      batch.add(
          new SourceRecord(
              PARTITION,
              OFFSET,
              topic,
              null,
              Schema.INT64_SCHEMA,
              row.get(ReadyRows.KEY),
              row.schema(),
              row,
              null,
              headers));
    }
    remaining -= count;
    return batch;
  }

  @Override
  public void stop() {
    // There is nothing to stop.
  }

  @Override
  public String version() {
    return "1";
  }
}
