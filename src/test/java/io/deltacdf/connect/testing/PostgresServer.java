package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A PostgreSQL server (Debian's) in its own process on 127.0.0.1, with the database and the user
 * {@code connect}. PostgreSQL refuses to run as root, so root starts it as the user {@code
 * postgres} of Debian's package.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
  private static final String USER = "connect";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path data;
  private final int port = FreePorts.find(1)[0];
  private final ChildProcess process;

  private PostgresServer(Path directory) {
    // Its directory has to belong to its user, who may not enter the directories of root.
    data = Path.of(output(command("mktemp", "-d", "/tmp/deltacdf-postgres-XXXXXX")).strip());
    output(command("initdb", "-D", data.toString(), "-U", USER, "-A", "trust", "-E", "UTF8", "-N"));
    process =
        ChildProcess.start(
            "postgres (Debian's package postgresql)",
            command(
                "postgres",
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "fsync=off"),
            directory.resolve("postgres.log"));
    process.awaitReady(START_TIMEOUT, () -> psql("postgres", "select 1").equals("1"));
    psql("postgres", "create database " + USER);
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param directory for its {@code postgres.log}
   */
  public static PostgresServer start(Path directory) {
    return new PostgresServer(directory);
  }

  public String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + USER;
  }

  /** The address for {@code psql}. */
  public String uri() {
    return "postgresql://" + USER + "@127.0.0.1:" + port + "/" + USER;
  }

  public String user() {
    return USER;
  }

  /** Executes a statement. */
  public void execute(String sql) {
    psql(USER, sql);
  }

  /** Returns the rows of a query, as the database converts them to JSON. */
  public List<JsonNode> rows(String query) {
    String text = psql(USER, "select row_to_json(r) from (" + query + ") r");
    return text.lines().map(PostgresServer::json).toList();
  }

  private String psql(String database, String sql) {
    List<String> command = new ArrayList<>(List.of("psql", "-X", "-A", "-t", "-q"));
    command.addAll(List.of("-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1"));
    command.addAll(List.of("-p", Integer.toString(port), "-U", USER, "-d", database, "-c", sql));
    return output(command).strip();
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException("Not JSON: " + text, e);
    }
  }

  /** Returns the command that runs a program of the server, as a user that it accepts. */
  private static List<String> command(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    command.add(find(program));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Debian has the programs of the server in a directory of their version. */
  private static String find(String program) {
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions
          .map(version -> version.resolve("bin").resolve(program))
          .filter(Files::isExecutable)
          .max(Comparator.naturalOrder())
          .map(Path::toString)
          .orElse(program);
    } catch (IOException e) {
      return program;
    }
  }

  private static String output(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).directory(new File("/tmp")).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + text);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException("Debian's package postgresql is needed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted at " + command, e);
    }
  }

  @Override
  public void close() {
    process.kill();
    output(command("rm", "-r", data.toString()));
  }
}
