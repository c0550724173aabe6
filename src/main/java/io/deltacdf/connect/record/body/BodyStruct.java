package io.deltacdf.connect.record.body;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.record.value.RowStruct;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Date;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * The value of a record that may have its Avro body. If it has, its values are decoded from the
 * body when they are first needed. A change, or handing out a value that can be changed, drops the
 * body. Not thread-safe.
 */
public final class BodyStruct extends RowStruct implements AvroBody {
  private final BodyDemand demand;
  private byte @Nullable [] body;

  /** Creates a struct without a body; see {@link RowStruct}. */
  public BodyStruct(Schema schema, @Nullable Object[] values, BodyDemand demand) {
    super(schema, values);
    this.demand = demand;
  }

  /**
   * @param body {@link #PREFIX} bytes, then the body. The array belongs to the struct from now on.
   */
  BodyStruct(Schema schema, byte[] body, BodyDemand demand) {
    super(schema);
    this.demand = demand;
    this.body = body;
  }

  @Override
  public byte @Nullable [] prefixedAvroBody() {
    demand.ask();
    return body;
  }

  @Override
  public Struct put(@Nullable Field field, @Nullable Object value) {
    Struct changed = super.put(field, value);
    body = null;
    return changed;
  }

  @Override
  protected @Nullable Object[] decode() {
    byte[] encoded = body;
    if (encoded == null) {
      throw new IllegalStateException("There are neither values nor a body");
    }
    return new BodyReader(encoded, PREFIX).fields(schema());
  }

  @Override
  protected void handedOut(@Nullable Object value) {
    if (body != null && isMutable(value)) {
      body = null;
    }
  }

  private static boolean isMutable(@Nullable Object value) {
    return value instanceof Struct
        || value instanceof Collection
        || value instanceof Map
        || value instanceof byte[]
        || value instanceof ByteBuffer
        || value instanceof Date;
  }
}
