package io.deltacdf.connect.testing.sinks;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Imitates Jeremy Custenborder's Redis sink, which Confluent Hub distributes, as of April 2022
 * (github.com/jcustenborder/kafka-connect-redis: {@code RedisSinkTask}, {@code SinkOperation}):
 *
 * <ul>
 *   <li>The Redis key is the record's key, which must be a string or bytes and not be empty.
 *   <li>A batch is divided into sequences of records with a value and of records without one. Each
 *       sequence becomes one MSET or DEL, in order.
 *   <li>It waits until a command is completed, and does not look at its result ({@code
 *       RedisFuture.await}). What Redis refuses is lost without an error.
 * </ul>
 */
public final class CustenborderRedisSinkConnector extends TestSinkConnector {
  @Override
  public Class<? extends Task> taskClass() {
    return CustenborderRedisSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return CustenborderRedisSinkTask.CONFIG;
  }

  /** The task of the connector. */
  public static final class CustenborderRedisSinkTask extends RedisSinkTask {
    static final ConfigDef CONFIG =
        new ConfigDef()
            .define("redis.hosts", Type.STRING, "localhost:6379", Importance.HIGH, "One host:port")
            .define(
                "redis.database",
                Type.INT,
                1,
                Range.atLeast(0),
                Importance.MEDIUM,
                "The number of the database");

    private URI server;
    private int database;

    @Override
    public void start(Map<String, String> options) {
      Map<String, Object> config = CONFIG.parse(options);
      server = URI.create("redis://" + config.get("redis.hosts"));
      database = (Integer) config.get("redis.database");
    }

    @Override
    URI server() {
      return server;
    }

    @Override
    int database() {
      return database;
    }

    @Override
    void write(RespClient redis, Collection<SinkRecord> records) throws IOException {
      List<Object> run = new ArrayList<>();
      String command = "";
      for (SinkRecord record : records) {
        byte[] key = key(record);
        String next = record.value() == null ? "DEL" : "MSET";
        if (!next.equals(command)) {
          call(redis, command, run);
          command = next;
          run.clear();
        }
        run.add(key);
        if (record.value() != null) {
          run.add(bytes("value", record.value()));
        }
      }
      call(redis, command, run);
    }

    private void call(RespClient redis, String command, List<Object> arguments) throws IOException {
      if (!arguments.isEmpty()) {
        List<Object> all = new ArrayList<>(arguments);
        all.add(0, command);
        send(redis, all.toArray());
      }
    }

    @Override
    void refused(RespClient.ErrorReply reply) {
      // The sink counts it as written.
    }

    private static byte[] key(SinkRecord record) {
      if (record.key() == null) {
        throw new DataException("The key for the record cannot be null.");
      }
      byte[] key = bytes("key", record.key());
      if (key.length == 0) {
        throw new DataException("The key cannot be an empty byte array.");
      }
      return key;
    }

    @Override
    String offsetKey(TopicPartition partition) {
      return "__kafka.offset.%s.%d".formatted(partition.topic(), partition.partition());
    }
  }
}
