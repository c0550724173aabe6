package io.deltacdf.connect.avro;

import io.deltacdf.connect.avro.binary.AvroBody;
import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.registry.RegistryClient;
import io.deltacdf.connect.avro.schema.AvroSettings;
import io.deltacdf.connect.avro.value.ConnectDecoder;
import io.deltacdf.connect.config.Version;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.AvroRuntimeException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Converts to Avro and back, in the format of Confluent's converter: a zero byte, the id of the
 * schema in a schema registry, and the value in Avro's binary form. The options, the registered
 * schemas and the bytes are those of Confluent's converter. Rows whose readers have encoded them
 * already are not encoded again. Thread-safe once it is configured.
 */
public final class DeltaAvroConverter implements Converter, Versioned {
  private static final int BUFFER = 1024;
  private static final int LARGE_BUFFER = 1024 * 1024;

  /** What {@link #configure} makes. */
  private record State(
      TargetFinder finder,
      TargetCache targets,
      RegistryClient registry,
      AvroSettings settings,
      Map<Integer, ConnectDecoder> decoders) {}

  private final AtomicReference<@Nullable AvroBuffer> spare = new AtomicReference<>();
  private volatile @Nullable State state;

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public ConfigDef config() {
    return AvroConverterOptions.DEFINITION;
  }

  @Override
  public void configure(Map<String, ?> configs, boolean isKey) {
    AvroConverterConfig config = new AvroConverterConfig(configs, isKey);
    RegistryClient registry = new RegistryClient(config.registry(this));
    state =
        new State(
            new TargetFinder(registry, config, isKey),
            new TargetCache(config.cacheSize()),
            registry,
            config.settings(),
            TargetCache.bounded(config.cacheSize()));
  }

  private State state() {
    State configured = state;
    if (configured == null) {
      throw new ConnectException("The converter is not configured. Call configure first.");
    }
    return configured;
  }

  @Override
  @SuppressWarnings("NullAway") // Connect's interface has no annotations: a null stays a null.
  public byte[] fromConnectData(String topic, @Nullable Schema schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    State configured = state();
    WriteTarget target = configured.targets().find(topic, schema);
    if (target == null) {
      target = find(configured, topic, schema);
    }
    byte[] ready = target.ready(value);
    return ready == null ? encode(target, value) : ready;
  }

  private static WriteTarget find(State state, String topic, @Nullable Schema schema) {
    WriteTarget target = state.finder().find(topic, schema);
    state.targets().put(target);
    return target;
  }

  private byte[] encode(WriteTarget target, Object value) {
    AvroBuffer taken = spare.getAndSet(null);
    AvroBuffer buffer = taken == null ? new AvroBuffer(BUFFER) : taken;
    try {
      return target.encode(value, buffer);
    } catch (DataException e) {
      throw new DataException(
          "A record for topic '%s' cannot be written as Avro. %s"
              .formatted(target.topic(), e.getMessage()),
          e);
    } finally {
      buffer.shrink(LARGE_BUFFER);
      spare.set(buffer);
    }
  }

  @Override
  public SchemaAndValue toConnectData(String topic, byte @Nullable [] value) {
    if (value == null) {
      return SchemaAndValue.NULL;
    }
    if (value.length < AvroBody.PREFIX || value[0] != 0) {
      throw new DataException(
          ("A record of topic '%s' does not begin with a zero byte and the id of a schema, so that"
                  + " another converter has written it. Configure that converter.")
              .formatted(topic));
    }
    int id = ByteBuffer.wrap(value, 1, Integer.BYTES).getInt();
    return decoder(state(), id).decode(value, AvroBody.PREFIX);
  }

  private static ConnectDecoder decoder(State state, int id) {
    Map<Integer, ConnectDecoder> decoders = state.decoders();
    synchronized (decoders) {
      ConnectDecoder known = decoders.get(id);
      if (known != null) {
        return known;
      }
    }
    ConnectDecoder created =
        ConnectDecoder.of(parse(state.registry().byId(id), id), state.settings());
    synchronized (decoders) {
      decoders.put(id, created);
    }
    return created;
  }

  private static org.apache.avro.Schema parse(List<String> schemas, int id) {
    org.apache.avro.Schema.Parser parser = new org.apache.avro.Schema.Parser();
    try {
      // Those that others refer to come first.
      for (String schema : schemas.subList(0, schemas.size() - 1)) {
        parser.parse(schema);
      }
      return parser.parse(schemas.get(schemas.size() - 1));
    } catch (AvroRuntimeException e) {
      throw new DataException("The schema with the id %d is no Avro schema.".formatted(id), e);
    }
  }
}
