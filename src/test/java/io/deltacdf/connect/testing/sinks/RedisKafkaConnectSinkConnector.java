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
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Imitates Redis' own sink, redis-kafka-connect 1.1.0, with {@code redis.type=STRING}
 * (github.com/redis-field-engineering/redis-kafka-connect: its guide, {@code RedisSinkTask}):
 *
 * <ul>
 *   <li>The Redis key is the keyspace, the separator and the text of the record's key, which may
 *       have any type. With an empty keyspace, it is the record's key, which must be a string or
 *       bytes.
 *   <li>All deletes of a batch are executed before its writes ({@code ConditionalDel}). Therefore a
 *       key that is written and then deleted in one batch is not deleted.
 *   <li>A batch of which Redis refuses a command is requested again.
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

  /** The task of the connector. */
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
                "Only STRING is imitated")
            .define(
                "redis.keyspace", Type.STRING, "${topic}", Importance.MEDIUM, "The prefix of keys")
            .define(
                "redis.separator",
                Type.STRING,
                ":",
                Importance.MEDIUM,
                "The text after the keyspace");

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
          send(redis, "DEL", key(record));
        }
      }
      for (SinkRecord record : records) {
        if (record.value() != null) {
          send(redis, "SET", key(record), bytes("value", record.value()));
        }
      }
    }

    @Override
    void refused(RespClient.ErrorReply reply) {
      throw new RetriableException("Redis has refused a command", reply);
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
