package io.deltacdf.runtime.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkThrowable;

/**
 * A Spark session that answers requests over connections to the process that started it. Each
 * request and each reply is a JSON object on a line. The requests of a connection are answered
 * one after the other. The session ends with its connections, and so with its parent.
 *
 * <p>A request names its {@code command}; every path is a local one. Row files are JSON lines,
 * see {@link Oracle}.
 *
 * <pre>
 * {"command":"sql","statements":["CREATE TABLE …"]}                        {"ok":true}
 * {"command":"changes","path":"/t","from":1,"to":4,"out":"/f"}             {"ok":true,"rows":7,"schema":{…}}
 * {"command":"rowTrackingChanges","path":"/t","from":1,"to":4,"options":"…","out":"/f"}    the same
 * {"command":"rows","path":"/t","version":3,"rowIds":false,"out":"/f"}     the same
 * {"command":"schema","path":"/t","version":3}                             {"ok":true,"version":3,"schema":{…}}
 * </pre>
 *
 *
 * <p>{@code to} and {@code version} are optional, and are the latest version by default. If
 * Spark rejects a request, the reply is {@code
 * {"ok":false,"errorClass":"DELTA_…"|null,"exception":"…","message":"…"}}. The first line of a
 * connection, before any request, is {@code {"ok":true,"spark":"4.2.0"}}.
 */
public final class OracleMain {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OracleMain() {}

  /**
   * The arguments are a directory for the files of the session, the port to connect to, and the
   * number of connections.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<Thread> threads = new ArrayList<>();
    List<Socket> parents = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      parents.add(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])));
    }
    try (Oracle oracle = new Oracle(Path.of(args[0]))) {
      for (Socket parent : parents) {
        Thread thread = new Thread(() -> serve(oracle, parent), "requests-" + threads.size());
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  private static void serve(Oracle oracle, Socket parent) {
    try (parent) {
      OutputStream replies = parent.getOutputStream();
      send(replies, ok().put("spark", oracle.sparkVersion()));
      BufferedReader requests =
          new BufferedReader(
              new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
      for (String line = requests.readLine(); line != null; line = requests.readLine()) {
        send(replies, answer(oracle, line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The connection to the parent has failed", e);
    }
  }

  private static void send(OutputStream replies, ObjectNode reply) throws IOException {
    replies.write((JSON.writeValueAsString(reply) + "\n").getBytes(StandardCharsets.UTF_8));
    replies.flush();
  }

  private static ObjectNode answer(Oracle oracle, String line) {
    try {
      return answer(oracle, JSON.readTree(line));
    } catch (Exception | LinkageError | AssertionError failure) {
      // The parent decides what to do: a rejected statement must not end the session.
      return refusal(failure);
    }
  }

  private static ObjectNode answer(Oracle oracle, JsonNode request) throws IOException {
    String command = request.path("command").asText();
    switch (command) {
      case "sql":
        List<String> statements = new ArrayList<>();
        request.required("statements").forEach(s -> statements.add(s.asText()));
        oracle.sql(statements);
        return ok();
      case "changes":
        return write(
            request, oracle.changes(path(request), from(request), optional(request, "to")));
      case "rowTrackingChanges":
        return write(
            request,
            oracle.rowTrackingChanges(
                path(request),
                from(request),
                optional(request, "to"),
                request.required("options").asText()));
      case "rows":
        return write(
            request,
            oracle.rows(
                path(request), optional(request, "version"), request.path("rowIds").asBoolean()));
      case "schema":
        long version =
            request.hasNonNull("version")
                ? request.get("version").asLong()
                : oracle.latestVersion(path(request));
        ObjectNode reply = ok().put("version", version);
        reply.set("schema", JSON.readTree(oracle.schema(path(request), version)));
        return reply;
      default:
        throw new IllegalArgumentException("unknown command: " + command);
    }
  }

  private static ObjectNode write(JsonNode request, Oracle.Answer answer) throws IOException {
    Files.write(Path.of(request.required("out").asText()), answer.rows());
    ObjectNode reply = ok().put("rows", answer.rows().size());
    reply.set("schema", JSON.readTree(answer.schema()));
    return reply;
  }

  private static ObjectNode refusal(Throwable failure) {
    ObjectNode reply = JSON.createObjectNode().put("ok", false);
    reply.put("errorClass", (String) null);
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SparkThrowable thrown && thrown.getCondition() != null) {
        reply.put("errorClass", thrown.getCondition());
        break;
      }
    }
    return reply
        .put("exception", failure.getClass().getName())
        .put("message", String.valueOf(failure.getMessage()));
  }

  private static ObjectNode ok() {
    return JSON.createObjectNode().put("ok", true);
  }

  private static String path(JsonNode request) {
    return request.required("path").asText();
  }

  private static long from(JsonNode request) {
    return request.required("from").asLong();
  }

  private static Long optional(JsonNode request, String name) {
    return request.hasNonNull(name) ? request.get(name).asLong() : null;
  }
}
