package io.deltacdf.connect.testing.sinks;

import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Imitates Redis' own sink, redis-kafka-connect 1.1.0, with {@code redis.type=STRING}
 * (github.com/redis-field-engineering/redis-kafka-connect: its guide, {@code RedisSinkTask}):
 *
 * <ul>
 *   <li>The Redis key is keyspace, separator and the record's key, whatever its type, as text; with
 *       an empty keyspace the key itself, which must be a string or bytes then.
 *   <li>A batch's null values are deleted first, all of them, and only then its other values are
 *       written ({@code ConditionalDel}): a key that is written and then deleted in one batch
 *       stays.
 * </ul>
 */
public final class RedisKafkaConnectSinkConnector extends TestSinkConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return RedisKafkaConnectSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return RedisKafkaConnectSinkTask.CONFIG;
  }

  /** Its task. */
  public static final class RedisKafkaConnectSinkTask extends RedisSinkTask {
    static final ConfigDef CONFIG =
        new ConfigDef()
            .define("redis.uri", Type.STRING, Importance.HIGH, "redis://host:port")
            .define(
                "redis.type",
                Type.STRING,
                "STREAM",
                ValidString.in("STREAM", "STRING"),
                Importance.HIGH,
                "STRING is imitated")
            .define("redis.keyspace", Type.STRING, "${topic}", Importance.MEDIUM, "Prefix of keys")
            .define("redis.separator", Type.STRING, ":", Importance.MEDIUM, "Behind the keyspace");

    private URI server;
    private String keyspace = "";
    private String separator = "";

    @Override
    public void start(Map<String, String> options) {
      Map<String, Object> config = CONFIG.parse(options);
      if (!config.get("redis.type").equals("STRING")) {
        throw new ConnectException("Only redis.type=STRING is imitated");
      }
      server = URI.create((String) config.get("redis.uri"));
      keyspace = (String) config.get("redis.keyspace");
      separator = (String) config.get("redis.separator");
    }

    @Override
    URI server() {
      return server;
    }

    @Override
    int database() {
      return 0;
    }

    @Override
    void write(RespClient redis, Collection<SinkRecord> records) throws IOException {
      for (SinkRecord record : records) {
        if (record.value() == null) {
          redis.call("DEL", key(record));
        }
      }
      for (SinkRecord record : records) {
        if (record.value() != null) {
          redis.call("SET", key(record), bytes("value", record.value()));
        }
      }
    }

    private Object key(SinkRecord record) {
      return keyspace.isEmpty()
          ? bytes("key", record.key())
          : keyspace.replace("${topic}", record.topic()) + separator + record.key();
    }

    @Override
    String offsetKey(TopicPartition partition) {
      return "com.redis.kafka.connect.sink.offset.%s.%d"
          .formatted(partition.topic(), partition.partition());
    }
  }
}
