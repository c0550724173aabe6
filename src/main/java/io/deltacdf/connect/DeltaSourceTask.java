package io.deltacdf.connect;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** Publishes the changes of the tables that the connector gave it. */
public final class DeltaSourceTask extends SourceTask {
  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public void start(Map<String, String> props) {}

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    return null;
  }

  @Override
  public void stop() {}
}
