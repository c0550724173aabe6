package io.deltacdf.connect.record.body;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.record.value.RecordSize;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the values of a table's records, with or without bodies. Not thread-safe. */
public final class RowBodies {
  private static final Logger LOG = LoggerFactory.getLogger(RowBodies.class);
  private static final int FIRST_BYTES = 512;

  /** A larger buffer is not kept: it would stay for as long as the table is followed. */
  private static final int KEPT_BYTES = 1 << 14;

  private final BodyDemand demand = new BodyDemand();
  private final AvroBuffer buffer = new AvroBuffer(FIRST_BYTES);
  private final String table;
  private boolean possible = true;
  private boolean told;

  /**
   * @param table the table's name
   */
  public RowBodies(String table) {
    this.table = table;
  }

  /** Whether the next row is to be written as a body. */
  public boolean areWanted() {
    return demand.isAsked() && possible;
  }

  /** Gives up bodies, because Avro cannot express a schema of the table. */
  public void refuse() {
    possible = false;
  }

  /** Returns the buffer, to which the mappers of the table write one body at a time. */
  public AvroBuffer buffer() {
    return buffer;
  }

  /** Starts a body. */
  public void start() {
    if (!told) {
      told = true;
      LOG.info(
          "Reader threads write the rows of table '{}' as Avro, since the converter takes them so",
          table);
    }
    buffer.shrink(KEPT_BYTES);
  }

  /** Returns a struct with the body that was written since {@link #start}. */
  public BodyStruct finish(Schema schema, RecordSize size) {
    byte[] body = buffer.copyAfter(AvroBody.PREFIX, 0);
    size.addBytes(body.length);
    size.addFields(2);
    return new BodyStruct(schema, body, demand);
  }

  /** Returns a struct that has values and no body. */
  public BodyStruct of(Schema schema, @Nullable Object[] values) {
    return new BodyStruct(schema, values, demand);
  }
}
