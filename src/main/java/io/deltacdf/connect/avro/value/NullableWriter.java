package io.deltacdf.connect.avro.value;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Writes the branch of a union, then the value. */
final class NullableWriter implements ValueWriter {
  private final int nullBranch;
  private final int valueBranch;
  private final ValueWriter value;

  /**
   * Creates a writer.
   *
   * @param nullBranch negative if there may be no null
   */
  NullableWriter(int nullBranch, int valueBranch, ValueWriter value) {
    this.nullBranch = nullBranch;
    this.valueBranch = valueBranch;
    this.value = value;
  }

  @Override
  public void write(@Nullable Object object, AvroBuffer out) {
    if (object != null) {
      out.writeInt(valueBranch);
      value.write(object, out);
    } else if (nullBranch < 0) {
      throw new DataException("The value is null, but it is required");
    } else {
      out.writeInt(nullBranch);
    }
  }
}
