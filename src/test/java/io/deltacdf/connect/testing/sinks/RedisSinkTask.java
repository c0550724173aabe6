package io.deltacdf.connect.testing.sinks;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/**
 * The common behaviour of the Redis sinks. Values are strings or bytes. A batch that could not be
 * written is requested again as a whole; whether a command that Redis has refused counts as
 * written, is up to the sink. Each committed offset is also written to the database, with a key
 * that the sink defines.
 */
abstract class RedisSinkTask extends SinkTask {
  private RespClient client;

  /** Returns the URI of the server, of the form {@code redis://host:port}. */
  abstract URI server();

  /** Returns the number of the database. */
  abstract int database();

  /** Writes a batch. */
  abstract void write(RespClient redis, Collection<SinkRecord> records) throws IOException;

  /**
   * Handles that Redis has refused a command: it is out of memory, a replica, or loading its data.
   */
  abstract void refused(RespClient.ErrorReply reply);

  /** Sends a command, which Redis may refuse. */
  final void send(RespClient redis, Object... command) throws IOException {
    try {
      redis.call(command);
    } catch (RespClient.ErrorReply e) {
      refused(e);
    }
  }

  /** Returns the Redis key for the offset of a partition. */
  abstract String offsetKey(TopicPartition partition);

  @Override
  public void put(Collection<SinkRecord> records) {
    if (!records.isEmpty()) {
      withClient(redis -> write(redis, records));
    }
  }

  @Override
  public void flush(Map<TopicPartition, OffsetAndMetadata> offsets) {
    withClient(
        redis -> {
          for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : offsets.entrySet()) {
            send(redis, "SET", offsetKey(entry.getKey()), entry.getValue().offset());
          }
        });
  }

  /** Converts a key or a value to bytes. */
  static byte[] bytes(String what, Object value) {
    if (value instanceof byte[] bytes) {
      return bytes;
    } else if (value instanceof String string) {
      return string.getBytes(StandardCharsets.UTF_8);
    }
    throw new DataException(
        "The " + what + " for the record must be a string or bytes, not " + value.getClass());
  }

  private interface Work {
    void with(RespClient redis) throws IOException;
  }

  private void withClient(Work work) {
    try {
      if (client == null) {
        client = new RespClient(server().getHost(), server().getPort());
        client.call("SELECT", database());
      }
      work.with(client);
    } catch (IOException e) {
      disconnect();
      throw new RetriableException("Redis does not respond", e);
    }
  }

  private void disconnect() {
    try {
      if (client != null) {
        client.close();
      }
    } catch (IOException e) {
      throw new RetriableException("Cannot close the connection to Redis", e);
    } finally {
      client = null;
    }
  }

  @Override
  public void stop() {
    disconnect();
  }

  @Override
  public String version() {
    return "test";
  }
}
