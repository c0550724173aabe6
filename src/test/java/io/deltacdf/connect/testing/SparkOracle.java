package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Spark with Delta in its own process. It creates tables by SQL and queries their rows and changes.
 * One session serves all requests, up to {@value #CONNECTIONS} at the same time. It remains usable
 * after a rejected request.
 *
 * <p>Rows are in the form of Spark's {@code to_json}, with their schema, see {@link OracleRows}.
 */
public final class SparkOracle implements AutoCloseable {
  /**
   * The number of simultaneous requests, which is also the number of tasks that Spark runs at once.
   */
  public static final int CONNECTIONS = 2;

  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final String MAIN_CLASS = "io.deltacdf.runtime.spark.OracleMain";

  /** The packages that Spark needs opened on Java 17, as in Spark's own launcher. */
  private static final List<String> OPENED_PACKAGES =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "jdk.internal.ref",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final ChildProcess process;
  private final List<Connection> connections;
  private final BlockingQueue<Connection> idle;
  private final Path answers;
  private final AtomicLong requests = new AtomicLong();

  private SparkOracle(ChildProcess process, List<Connection> connections, Path answers) {
    this.process = process;
    this.connections = connections;
    this.answers = answers;
    idle = new ArrayBlockingQueue<>(CONNECTIONS, false, connections);
  }

  /**
   * Returns the oracle that all test classes of a JVM share. It starts on first use and ends with
   * the JVM.
   */
  public static SparkOracle shared() {
    return Shared.INSTANCE;
  }

  /**
   * Starts a session and waits until it answers.
   *
   * @param directory for its files and its {@code spark.log}; it is created if it does not exist
   */
  public static SparkOracle start(Path directory) {
    Path work = directory.toAbsolutePath();
    try (ServerSocket awaited =
        new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
      Path answers = Files.createDirectories(work.resolve("answers"));
      Path temporary = Files.createDirectories(work.resolve("tmp"));
      List<Path> classPath = new ArrayList<>();
      classPath.add(Runtimes.target("spark").resolve("classes"));
      classPath.addAll(Runtimes.classPath("spark"));
      ChildProcess process =
          ChildProcess.java("Spark", classPath, MAIN_CLASS, work.resolve("spark.log"))
              .heap("1536m")
              .jvmArgs("-XX:+UseSerialGC", "-Xms1536m", "-Xmn600m")
              // For many short queries, the second compiler costs more than it saves. A code
              // cache that is too small would compile the same code again and again.
              .jvmArgs("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m")
              .jvmArgs("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote")
              .jvmArgs("--add-modules=jdk.incubator.vector", "-XX:+IgnoreUnrecognizedVMOptions")
              .jvmArgs(
                  OPENED_PACKAGES.stream()
                      .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
                      .toArray(String[]::new))
              .jvmArgs("-Djdk.reflect.useDirectMethodHandle=false")
              // Hadoop starts a chmod process for every file that it writes.
              .jvmArgs("-Djdk.lang.Process.launchMechanism=VFORK")
              .jvmArgs("-Djava.io.tmpdir=" + temporary)
              .args(work.toString(), Integer.toString(awaited.getLocalPort()))
              .args(Integer.toString(CONNECTIONS))
              // Spark works in the background of tests that depend on time.
              .lowPriority()
              .start();
      List<Connection> connections = new ArrayList<>();
      while (connections.size() < CONNECTIONS) {
        connections.add(new Connection(accept(awaited, process)));
      }
      SparkOracle oracle = new SparkOracle(process, connections, answers);
      for (Connection connection : connections) {
        oracle.reply(connection);
      }
      return oracle;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start Spark in " + work, e);
    }
  }

  private static Socket accept(ServerSocket awaited, ChildProcess process) throws IOException {
    awaited.setSoTimeout(200);
    Socket[] connection = new Socket[1];
    process.awaitReady(
        START_TIMEOUT,
        () -> {
          try {
            connection[0] = awaited.accept();
            return true;
          } catch (SocketTimeoutException e) {
            return false;
          }
        });
    return connection[0];
  }

  /**
   * Runs statements in a new session, so that settings and views end with them.
   *
   * @throws SparkRefusedException for the first statement that Spark rejects; the statements before
   *     it have been executed
   */
  public void sql(String... statements) {
    sql(List.of(statements));
  }

  /** The same. */
  public void sql(List<String> statements) {
    ObjectNode request = request("sql");
    statements.forEach(request.putArray("statements")::add);
    ask(request);
  }

  /**
   * Returns the rows of {@code readChangeFeed}.
   *
   * @throws SparkRefusedException if Spark rejects the range
   */
  public OracleRows changes(Path table, VersionRange range) {
    return rows(range("changes", table, range));
  }

  /**
   * Returns the rows of {@code CHANGES FROM VERSION} for a table with row tracking. They have a
   * column {@code _metadata} with {@code row_id} and {@code row_commit_version}.
   *
   * @param options of its {@code WITH} clause, such as {@code deduplicationMode='dropCarryovers',
   *     computeUpdates=true}; may be empty
   */
  public OracleRows rowTrackingChanges(Path table, VersionRange range, String options) {
    return rows(range("rowTrackingChanges", table, range).put("options", options));
  }

  /** The rows of the latest version. */
  public OracleRows rows(Path table) {
    return rows(request("rows", table));
  }

  /** The rows of a version. */
  public OracleRows rows(Path table, long version) {
    return rows(request("rows", table).put("version", version));
  }

  /** The rows of the latest version, with {@code row_id} and {@code row_commit_version}. */
  public OracleRows rowsWithIds(Path table) {
    return rows(request("rows", table).put("rowIds", true));
  }

  public long latestVersion(Path table) {
    return ask(request("schema", table)).required("version").asLong();
  }

  /** The schema of a version, in Spark's JSON form. */
  public JsonNode schema(Path table, long version) {
    return ask(request("schema", table).put("version", version)).required("schema");
  }

  private static ObjectNode request(String command) {
    return JsonNodeFactory.instance.objectNode().put("command", command);
  }

  private static ObjectNode request(String command, Path table) {
    return request(command).put("path", table.toAbsolutePath().toString());
  }

  private static ObjectNode range(String command, Path table, VersionRange range) {
    ObjectNode request = request(command, table).put("from", range.from());
    OptionalLong to = range.to();
    if (to.isPresent()) {
      request.put("to", to.getAsLong());
    }
    return request;
  }

  private OracleRows rows(ObjectNode request) {
    Path file =
        answers.resolve(
            requests.incrementAndGet() + "-" + request.required("command").asText() + ".jsonl");
    JsonNode reply = ask(request.put("out", file.toString()));
    return OracleRows.read(file).withSchema(reply.required("schema"));
  }

  private JsonNode ask(ObjectNode request) {
    Connection connection;
    try {
      connection = idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for Spark", e);
    }
    try {
      connection.send(request);
      return reply(connection);
    } catch (IOException e) {
      throw new UncheckedIOException("Spark has gone\n" + process.logTail(), e);
    } finally {
      idle.add(connection);
    }
  }

  private JsonNode reply(Connection connection) throws IOException {
    String line = connection.receive();
    if (line == null) {
      throw new IllegalStateException("Spark has ended\n" + process.logTail());
    }
    JsonNode reply = OracleRows.json(line);
    if (!reply.required("ok").asBoolean()) {
      throw new SparkRefusedException(
          reply.required("errorClass").asText(null),
          reply.required("exception").asText() + ": " + reply.required("message").asText());
    }
    return reply;
  }

  /** Ends the session and its process. */
  @Override
  public void close() {
    try {
      for (Connection connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close the connections to Spark", e);
    } finally {
      process.close();
    }
  }

  /** A connection with at most one request in progress. */
  private static final class Connection implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader replies;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      replies =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    void send(JsonNode request) throws IOException {
      OutputStream out = socket.getOutputStream();
      out.write((request + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** The next reply, or null if the session has ended. */
    String receive() throws IOException {
      return replies.readLine();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static final class Shared {
    static final SparkOracle INSTANCE = start(ProjectDirectory.newWorkDirectory("spark"));
  }
}
