package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.deltacdf.connect.DeltaSourceConnector;
import io.deltacdf.connect.testing.LeakyFileSystem;
import io.deltacdf.connect.testing.LeakyFileSystem.Fault;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that no command prints a secret of the options that it gets or reads from a worker. */
class CommandsWithoutSecretsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void createTable() {
    Path directory = dir.resolve("orders");
    TestTable.at(directory)
        .schema("id long, name string")
        .changeDataFeed()
        .create()
        .insert(row("id", 1, "name", "a"));
    table = "leaky://bucket" + directory;
  }

  @AfterEach
  void stop() {
    LeakyFileSystem.fail(Fault.NONE);
  }

  private static CliTerminal assertNoSecret(String... arguments) {
    CliTerminal cli = new CliTerminal();
    cli.run(arguments);
    assertThat(cli.out() + cli.err()).isNotBlank().doesNotContain(LeakyFileSystem.SECRET);
    return cli;
  }

  private String[] withOptions(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    LeakyFileSystem.HADOOP.forEach(
        (name, value) -> all.addAll(List.of("--set", "hadoop." + name + "=" + value)));
    return all.toArray(String[]::new);
  }

  private ObjectNode config(String path) {
    ObjectNode config = JSON.createObjectNode();
    config.put("connector.class", DeltaSourceConnector.class.getName());
    config.put("topic.prefix", "shop").put("tables", "orders").put("key", "id");
    config.put("tables.orders.path", path);
    LeakyFileSystem.HADOOP.forEach((name, value) -> config.put("hadoop." + name, value));
    config.put("value.converter.basic.auth.user.info", "user:s3cr3t-20");
    config.put("my.own.secret", "s3cr3t-24");
    return config;
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void noCommandShowsASecretIfTheStoreFails(Fault fault) throws IOException {
    LeakyFileSystem.fail(fault);
    assertNoSecret(withOptions("changes", table, "--raw", "--debug"));
    assertNoSecret(withOptions("changes", table, "--key=id", "--debug"));
    assertNoSecret(withOptions("describe", table, "--debug"));
    assertNoSecret(withOptions("describe", table, "--json", "--debug"));
    Path file = Files.writeString(dir.resolve("c.json"), config(table).toString());
    assertNoSecret("validate", file.toString(), "--debug");
    showStatus(config(table), "java.lang.IllegalStateException: [X] https://u:s3cr3t-50@host/");
  }

  /** Shows the status of a connector as a worker describes it. */
  private static void showStatus(ObjectNode config, String trace) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          ObjectNode status = JSON.createObjectNode();
          status.putObject("connector").put("state", "RUNNING");
          status
              .putArray("tasks")
              .addObject()
              .put("id", 0)
              .put("state", "FAILED")
              .put("trace", trace);
          String body =
              path.endsWith("/connectors")
                  ? "[\"c\"]"
                  : path.endsWith("/config")
                      ? config.toString()
                      : path.endsWith("/status")
                          ? status.toString()
                          : path.endsWith("/tasks")
                              ? "[{\"id\":{\"task\":0},\"config\":{\"task.tables\":\"orders\"}}]"
                              : "{\"offsets\":[]}";
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://admin:s3cr3t-51@127.0.0.1:" + server.getAddress().getPort();
      assertThat(assertNoSecret("status", url, "--debug").out())
          .contains("[X] https://u:[hidden]@");
      assertThat(assertNoSecret("status", url, "--json", "--debug").out()).contains("[hidden]");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void messagesOfWrongArgumentsDoNotRepeatSecrets() throws IOException {
    assertNoSecret("changes", "t", "hadoop.fs.s3a.secret.key=s3cr3t-1");
    assertNoSecret("changes", "t", "--hadoop.fs.s3a.secret.key=s3cr3t-1");
    assertNoSecret("changes", "s3a://id:s3cr3t-2@bucket/t");
    assertNoSecret("describe", "abfss://c@acc/t?sig=s3cr3t-3");
    assertNoSecret("status", "http://admin:s3cr3t-4@127.0.0.1:1");
    assertNoSecret("status", "ftp://admin:s3cr3t-5@127.0.0.1");
    String json = config(table).toString().replace("\"s3cr3t-24\"", "s3cr3t-24");
    Path file = Files.writeString(dir.resolve("bad.json"), json);
    assertThat(assertNoSecret("validate", file.toString()).err()).contains("is not JSON");
  }
}
