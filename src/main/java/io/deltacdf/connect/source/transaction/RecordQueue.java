package io.deltacdf.connect.source.transaction;

import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;

/** The records of the tables of a task that are read but not yet handed over. Thread-safe. */
public interface RecordQueue {
  /** Returns the sink of the records of one table. */
  TableSink table(String name);

  /**
   * Removes the next records, in order for each table.
   *
   * @param timeoutNanos how long to wait for a record; 0 if nothing may follow any more
   * @return no records if the time is over or the queue is closed
   */
  List<SourceRecord> drain(long timeoutNanos) throws InterruptedException;

  /** Drops all records, and from now on each record that is added. */
  void close();

  boolean isClosed();

  /** Returns the number of readers that wait because the queue is full. */
  int waiting();

  /** Returns the total size of the records in the queue. */
  long bytes();
}
