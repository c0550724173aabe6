package io.deltacdf.connect.header;

import io.deltacdf.connect.config.Version;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.jspecify.annotations.Nullable;

/**
 * Converts headers as Connect's default, {@link SimpleHeaderConverter}, does, but converts a value
 * that repeats only once: all records of a commit have the same values in their headers. Records
 * share the bytes of such a value, which Kafka's producer only reads. Thread-safe.
 */
public final class DeltaHeaderConverter implements HeaderConverter, Versioned {
  /** A power of two, and more than the values that the records of some tables have at a time. */
  private static final int KEPT = 64;

  /** Longer text is not kept, so that little memory is used whatever the headers are. */
  private static final int KEPT_LENGTH = 256;

  /** A value, which cannot change, and what it was converted to. */
  private record Converted(@Nullable Schema schema, Object value, byte[] bytes) {}

  private final SimpleHeaderConverter text = new SimpleHeaderConverter();

  /** Each value has one place. Threads may overwrite each other's, which costs a conversion. */
  private final @Nullable Converted[] kept = new @Nullable Converted[KEPT];

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return text.config();
  }

  @Override
  public void configure(Map<String, ?> configs) {
    text.configure(configs);
  }

  @Override
  @SuppressWarnings("NullAway") // Connect's interface has no annotations: a null stays a null.
  public byte[] fromConnectHeader(
      String topic, String headerKey, @Nullable Schema schema, @Nullable Object value) {
    if (!isKept(value)) {
      return text.fromConnectHeader(topic, headerKey, schema, value);
    }
    int place = value.hashCode() & (KEPT - 1);
    Converted known = kept[place];
    if (known != null && known.schema() == schema && known.value().equals(value)) {
      return known.bytes();
    }
    byte[] bytes = text.fromConnectHeader(topic, headerKey, schema, value);
    kept[place] = new Converted(schema, value, bytes);
    return bytes;
  }

  private static boolean isKept(@Nullable Object value) {
    return value instanceof Long
        || (value instanceof String string && string.length() <= KEPT_LENGTH);
  }

  @Override
  public SchemaAndValue toConnectHeader(String topic, String headerKey, byte @Nullable [] value) {
    return text.toConnectHeader(topic, headerKey, value);
  }

  @Override
  public void close() {
    // There is nothing to close.
  }
}
