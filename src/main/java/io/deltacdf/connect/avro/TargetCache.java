package io.deltacdf.connect.avro;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The targets of the schemas that were used last. A schema is found by its instance; only an
 * instance that was never seen is compared with others. Bounded, and safe for several threads.
 */
final class TargetCache {
  /** A topic and an instance of a schema. */
  private static final class Instance {
    private final String topic;
    private final @Nullable Schema schema;

    Instance(String topic, @Nullable Schema schema) {
      this.topic = topic;
      this.schema = schema;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Instance that && schema == that.schema && topic.equals(that.topic);
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(schema) + topic.hashCode();
    }
  }

  /** A topic and a schema, whatever its instance. */
  private record Equal(String topic, @Nullable Schema schema) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Equal that
          && topic.equals(that.topic)
          && Objects.equals(schema, that.schema);
    }

    @Override
    public int hashCode() {
      return 31 * Objects.hashCode(schema) + topic.hashCode();
    }
  }

  private final Map<Instance, WriteTarget> byInstance;
  private final Map<Equal, WriteTarget> byValue;
  private volatile @Nullable WriteTarget last;

  TargetCache(int size) {
    this.byInstance = bounded(size);
    this.byValue = bounded(size);
  }

  static <K, V> Map<K, V> bounded(int size) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > size;
      }
    };
  }

  @Nullable WriteTarget find(String topic, @Nullable Schema schema) {
    WriteTarget recent = last;
    if (recent != null && recent.isFor(topic, schema)) {
      return recent;
    }
    WriteTarget found = findAmongAll(topic, schema);
    if (found != null) {
      last = found;
    }
    return found;
  }

  private synchronized @Nullable WriteTarget findAmongAll(String topic, @Nullable Schema schema) {
    WriteTarget found = byInstance.get(new Instance(topic, schema));
    if (found != null) {
      return found;
    }
    WriteTarget equal = byValue.get(new Equal(topic, schema));
    if (equal == null) {
      return null;
    }
    WriteTarget same =
        new WriteTarget(topic, schema, equal.id(), equal.encoder(), equal.acceptsBodies());
    byInstance.put(new Instance(topic, schema), same);
    return same;
  }

  synchronized void put(WriteTarget target) {
    byInstance.put(new Instance(target.topic(), target.schema()), target);
    byValue.put(new Equal(target.topic(), target.schema()), target);
    last = target;
  }
}
