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
 * Spark with Delta, in a process of its own: makes tables by SQL, and says what is in them. One
 * session serves all requests, {@value #CONNECTIONS} at a time; what Spark refuses leaves it
 * usable.
 *
 * <p>Rows come in the forms of Spark's {@code to_json} with their schema, see {@link OracleRows}.
 */
public final class SparkOracle implements AutoCloseable {
  /** How many requests are served at the same time: as many as Spark runs tasks. */
  public static final int CONNECTIONS = 2;

  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final String MAIN_CLASS = "io.deltacdf.runtime.spark.OracleMain";

  /** What Spark needs opened on Java 17; the list is that of Spark's own launcher. */
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

  /** The one for all test classes of a JVM: started when first asked for, ended with the JVM. */
  public static SparkOracle shared() {
    return Shared.INSTANCE;
  }

  /**
   * Starts a session and waits until it answers.
   *
   * @param directory for its files and its {@code spark.log}; made if need be
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
              // Many short queries: compiling them well costs more than it saves, but code that
              // has no room is compiled again and again.
              .jvmArgs("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=240m")
              .jvmArgs("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote")
              .jvmArgs("--add-modules=jdk.incubator.vector", "-XX:+IgnoreUnrecognizedVMOptions")
              .jvmArgs(
                  OPENED_PACKAGES.stream()
                      .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
                      .toArray(String[]::new))
              .jvmArgs("-Djdk.reflect.useDirectMethodHandle=false")
              // Hadoop starts a chmod for every file that it writes.
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
   * Runs statements in a session of their own: settings and views do not outlive them.
   *
   * @throws SparkRefusedException at the first that Spark refuses; those before it are done
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
   * What {@code readChangeFeed} gives.
   *
   * @throws SparkRefusedException if Spark refuses the range
   */
  public OracleRows changes(Path table, VersionRange range) {
    return rows(range("changes", table, range));
  }

  /**
   * What {@code CHANGES FROM VERSION} gives for a table with row tracking. The rows have a column
   * {@code _metadata} with {@code row_id} and {@code row_commit_version}.
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

  /** A connection of which one request is under way at most. */
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
