package io.deltacdf.connect.testing;

import io.deltacdf.connect.testing.sinks.RespClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Redis server (Debian's, from the PATH) in its own process on 127.0.0.1. It writes each command
 * to disk, so that its data survives {@link #kill()} and a {@link #restart()} on the same port.
 */
public final class RedisServer implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

  private final Path directory;
  private final int port = FreePorts.find(1)[0];
  private ChildProcess process;

  private RedisServer(Path directory) {
    this.directory = directory;
    restart();
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param directory for its data and its {@code redis.log}
   */
  public static RedisServer start(Path directory) {
    return new RedisServer(directory);
  }

  public int port() {
    return port;
  }

  /** Starts the server again after {@link #kill()}, and waits until it has read its data. */
  public void restart() {
    process =
        ChildProcess.start(
            "redis-server (Debian's package redis-server)",
            List.of(
                "redis-server",
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toAbsolutePath().toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "always"),
            directory.resolve("redis.log"));
    process.awaitReady(START_TIMEOUT, () -> call("127.0.0.1", port, 0, "PING").equals("PONG"));
  }

  /** SIGKILL. */
  public void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }

  /** Changes a setting of the running server. */
  public void set(String name, String value) {
    call("127.0.0.1", port, 0, "CONFIG", "SET", name, value);
  }

  /** Returns all strings of a database by key, decoded as UTF-8. */
  public Map<String, String> strings(int database) {
    return strings("127.0.0.1", port, database);
  }

  /** As {@link #strings(int)}, of any server. */
  public static Map<String, String> strings(String host, int port, int database) {
    Map<String, String> strings = new TreeMap<>();
    for (Object key : (List<?>) call(host, port, database, "KEYS", "*")) {
      Object value = call(host, port, database, "GET", key);
      // A key may be deleted between the two requests.
      if (value != null) {
        strings.put(text(key), text(value));
      }
    }
    return strings;
  }

  private static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.UTF_8);
  }

  private static Object call(String host, int port, int database, Object... command) {
    try (RespClient client = new RespClient(host, port)) {
      client.call("SELECT", database);
      return client.call(command);
    } catch (IOException e) {
      throw new UncheckedIOException("There is no answer from Redis", e);
    }
  }
}
