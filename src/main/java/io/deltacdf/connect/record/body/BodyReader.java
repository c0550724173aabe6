package io.deltacdf.connect.record.body;

import io.deltacdf.connect.avro.schema.AvroNames;
import io.deltacdf.connect.record.value.RowStruct;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body that this project has written, in the Avro schema of its Connect schema, to the
 * values that it was written for.
 */
@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
final class BodyReader {
  private static final int SEVEN_BITS = 7;
  private static final int LOW_BITS = 0x7F;
  private static final int MORE = 0x80;

  private final byte[] body;
  private final ByteBuffer numbers;
  private int at;

  /**
   * @param from where the body begins in the array
   */
  BodyReader(byte[] body, int from) {
    this.body = body;
    this.numbers = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
    this.at = from;
  }

  /** Reads the values of a struct's fields. */
  @Nullable Object[] fields(Schema struct) {
    List<Field> fields = struct.fields();
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(fields.get(i).schema());
    }
    return values;
  }

  private @Nullable Object value(Schema schema) {
    if (schema.isOptional()) {
      // The branch of the default comes first.
      int nullBranch = schema.defaultValue() == null ? 0 : 1;
      if (number() == nullBranch) {
        return null;
      }
    }
    return required(schema);
  }

  private Object required(Schema schema) {
    return switch (schema.type()) {
      case INT8 -> (byte) number();
      case INT16 -> (short) number();
      case INT32 ->
          Date.LOGICAL_NAME.equals(schema.name())
              ? new java.util.Date(TimeUnit.DAYS.toMillis(number()))
              : (Object) (int) number();
      case INT64 ->
          Timestamp.LOGICAL_NAME.equals(schema.name())
              ? new java.util.Date(number())
              : (Object) number();
      case FLOAT32 -> numbers.getFloat(skip(Float.BYTES));
      case FLOAT64 -> numbers.getDouble(skip(Double.BYTES));
      case BOOLEAN -> body[skip(1)] != 0;
      case STRING -> {
        int length = (int) number();
        yield new String(body, skip(length), length, StandardCharsets.UTF_8);
      }
      case BYTES -> {
        int length = (int) number();
        int start = skip(length);
        yield Decimal.LOGICAL_NAME.equals(schema.name())
            ? new BigDecimal(
                new BigInteger(body, start, length),
                Integer.parseInt(schema.parameters().get(Decimal.SCALE_FIELD)))
            : Arrays.copyOfRange(body, start, start + length);
      }
      case ARRAY -> array(schema.valueSchema());
      case MAP -> map(schema);
      case STRUCT -> new RowStruct(schema, fields(schema));
    };
  }

  private List<@Nullable Object> array(Schema element) {
    @Nullable Object[] values = new @Nullable Object[(int) number()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(element);
    }
    endBlocks(values.length);
    return Arrays.asList(values);
  }

  private Map<Object, @Nullable Object> map(Schema schema) {
    int size = (int) number();
    Map<Object, @Nullable Object> map = new LinkedHashMap<>(size * 2);
    for (int i = 0; i < size; i++) {
      Object key =
          AvroNames.hasEntries(schema)
              ? required(schema.keySchema())
              : required(Schema.STRING_SCHEMA);
      map.put(
          key instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : key, value(schema.valueSchema()));
    }
    endBlocks(size);
    return map;
  }

  /** All items are in one block; if there are none, its number is the end. */
  private void endBlocks(int size) {
    if (size > 0) {
      skip(1);
    }
  }

  private int skip(int bytes) {
    int from = at;
    at += bytes;
    return from;
  }

  private long number() {
    long zigzag = 0;
    int shift = 0;
    byte next;
    do {
      next = body[at++];
      zigzag |= (long) (next & LOW_BITS) << shift;
      shift += SEVEN_BITS;
    } while ((next & MORE) != 0);
    return (zigzag >>> 1) ^ -(zigzag & 1);
  }
}
