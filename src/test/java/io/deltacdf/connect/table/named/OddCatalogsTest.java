package io.deltacdf.connect.table.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.catalog.CatalogAction;
import io.deltacdf.connect.testing.catalog.CatalogServer;
import io.deltacdf.connect.testing.catalog.CatalogTokens;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Proxies, addresses, names and tokens that are not as they should be, or are only unusual. */
@Timeout(60)
class OddCatalogsTest {
  private static final Logger LOG = LoggerFactory.getLogger(OddCatalogsTest.class);

  private static final String NAME = "main.sales.orders";
  private static final String SECRET = "secret-that-nobody-may-see";

  @TempDir Path dir;
  private final Storage storage = Storage.open(Map.of());
  private CatalogServer server;
  private TestTable table;

  @BeforeEach
  void start() {
    server = CatalogServer.start();
    table = TestTable.at(dir.resolve("orders")).schema("id long").create();
    server.tables().createExternal(NAME, table);
  }

  @AfterEach
  void stop() {
    storage.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | <html><head><title>Sign in</title></head></html> | with the title Sign in",
        "200 | {\"metadata\":{\"token\":\"secret-that-nobody-may-see\",\"loc | no JSON",
        "200 | [1] | 200",
        "200 | ok | no JSON",
        "404 | <html><title>default backend</title></html> | default backend",
        "302 | moved | a redirection",
        "502 | <html><title>Bad Gateway</title></html> | Bad Gateway",
      })
  void anAnswerOfAProxyIsRetriedAndNamed(int status, String body, String what) {
    server.faults().on().answer(status, body);
    DeltaTable opened = open(server.options());

    DeltaCdfException failure = failure(opened);

    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(failure.isRetriable()).isTrue();
    assertThat(failure).hasMessageContainingAll("'orders'", "uc://" + NAME, server.uri(), what);
    assertThat(failure.toString()).doesNotContain(SECRET, CatalogTokens.TOKEN);
    server.faults().clear();
    assertThat(opened.latestSnapshot().version()).isZero();
  }

  /** Otherwise it would look as if the catalog had no credentials, which is not retried. */
  @ParameterizedTest
  @ValueSource(strings = {"<html></html>", "{\"storage-credentials\":[{\"config\":{\"s3.secret"})
  void credentialsThatAProxyAnswersAreRetried(String body) {
    server.tables().drop(NAME);
    server.tables().createExternal(NAME, "s3://lake/orders", table);
    server.faults().on(CatalogAction.TABLE_CREDENTIALS).answer(200, body);

    DeltaCdfException failure = failure(open(server.options()));

    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(failure.isRetriable()).isTrue();
  }

  /** The token would be sent there. */
  @Test
  void redirectionsAreNotFollowed() {
    server
        .faults()
        .on()
        .header("Location", "http://127.0.0.1:1/login?state=" + SECRET)
        .answer(307, "moved");

    assertThat(failure(open(server.options())))
        .hasMessageContainingAll("307", "to http://127.0.0.1:1/login,", "unity.catalog.uri")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain(SECRET);
  }

  /** As a server does that speaks HTTP only. */
  @Test
  void anAddressWithoutTlsIsExplained() throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread answers = new Thread(() -> refuseAll(plain));
      answers.start();
      Map<String, String> options = new HashMap<>(server.options());
      options.put("unity.catalog.uri", "https://127.0.0.1:" + plain.getLocalPort());

      DeltaCdfException failure = failure(open(options));

      assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE);
      assertThat(failure.isRetriable()).isTrue();
      assertThat(failure).hasMessageContainingAll("https", "javax.net.ssl.trustStore");
    }
  }

  private static void refuseAll(ServerSocket plain) {
    while (!plain.isClosed()) {
      try (Socket connection = plain.accept()) {
        byte[] request = new byte[1024];
        assertThat(connection.getInputStream().read(request)).isPositive();
        connection
            .getOutputStream()
            .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        LOG.debug("The client or the test has ended the connection", e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uc://main.sales.Orders",
        "uc://`main`.`sales`.`my-orders`",
        "uc://main.`sales`.bestellungen_ü_表",
        "uc://main.sales.a+b%20c&d?e#f;g=h",
      })
  void unusualNamesReachTheCatalogAsTheyAre(String path) {
    for (boolean deltaApi : new boolean[] {true, false}) {
      if (!deltaApi) {
        server.settings().withoutDeltaApi();
      }
      String name = path.substring("uc://".length()).replace("`", "");
      if (deltaApi) {
        server.tables().createExternal(name, table);
      }
      Map<String, String> options = new HashMap<>(server.options());
      options.put("tables.orders.path", path);

      assertThat(open(options).latestSnapshot().version()).isZero();
      assertThat(open(options).path()).isEqualTo("uc://" + name);
    }
  }

  /** As behind a gateway that serves several catalogs. */
  @ParameterizedTest
  @ValueSource(strings = {"", "/", "//", "/api/2.1/unity-catalog", "/api/2.1/unity-catalog/"})
  void theCatalogMayHaveAPathBeforeItsApi(String suffix) throws IOException {
    HttpServer gateway =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    gateway.createContext(
        "/team/catalog/",
        exchange -> {
          try (exchange) {
            String path = exchange.getRequestURI().toString().substring("/team/catalog".length());
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path));
            exchange
                .getRequestHeaders()
                .getOrDefault("Authorization", List.of())
                .forEach(value -> request.header("Authorization", value));
            byte[] body = exchange.getRequestBody().readAllBytes();
            request.method(
                exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
            var answer =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    gateway.start();
    try {
      Map<String, String> options = oauth();
      options.put(
          "unity.catalog.uri",
          "http://127.0.0.1:" + gateway.getAddress().getPort() + "/team/catalog" + suffix);

      assertThat(open(options).latestSnapshot().version()).isZero();
    } finally {
      gateway.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"error_code\":\"403\",\"message\":\"Invalid access token. [ReqId: 1]\"}",
        "<html><head><title>Error 403 Token is expiring within 30 seconds. (token expired)</title>",
      })
  void aTokenThatDatabricksRefusesWith403IsReplaced(String body) {
    DeltaTable opened = open(oauth());
    server.faults().on(CatalogAction.LOAD_TABLE).times(1).answer(403, body);

    assertThat(opened.latestSnapshot().version()).isZero();
    assertThat(server.count(CatalogAction.TOKEN)).isEqualTo(2);

    server.faults().on(CatalogAction.LOAD_TABLE).answer(403, body);
    DeltaCdfException refused = failure(open(server.options()));
    assertThat(refused.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    assertThat(refused)
        .hasMessageContainingAll("does not accept the token", "unity.catalog.token", "oken")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("SELECT");
  }

  @Test
  void aTokenServerThatLimitsRequestsIsAskedLater() {
    server.faults().on(CatalogAction.TOKEN).times(1).retryAfter(1).status(429);
    DeltaTable opened = open(oauth());

    DeltaCdfException limited = failure(opened);

    assertThat(limited.pause()).hasValue(Duration.ofSeconds(1));
    server.takeRequests();
    assertThat(failure(opened).pause()).isPresent();
    assertThat(server.takeRequests()).isEmpty();
    Awaitility.await()
        .ignoreExceptionsInstanceOf(DeltaCdfException.class)
        .until(() -> opened.latestSnapshot().version() == 0);
  }

  @ParameterizedTest
  @CsvSource({"86400, 600", "99999999999999999999, 600", "0, 1", "-5, 1", "soon, 1", "'', 1"})
  void aPauseIsTenMinutesAtMost(String retryAfter, int seconds) {
    server.faults().on().times(1).header("Retry-After", retryAfter).status(429);

    assertThat(failure(open(server.options())).pause()).hasValue(Duration.ofSeconds(seconds));
  }

  @Test
  void thePauseMayBeATimeOfTheClockOfTheCatalog() {
    String later =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(90));
    server.faults().on().times(1).header("Retry-After", later).status(429);

    assertThat(failure(open(server.options())).pause().orElseThrow())
        .isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
  }

  private Map<String, String> oauth() {
    Map<String, String> options = new HashMap<>();
    options.put("unity.catalog.uri", server.uri());
    options.put("unity.catalog.auth.type", "oauth");
    options.put("unity.catalog.oauth.client.id", CatalogTokens.CLIENT_ID);
    options.put("unity.catalog.oauth.client.secret", CatalogTokens.CLIENT_SECRET);
    return options;
  }

  private DeltaTable open(Map<String, String> catalog) {
    Map<String, String> options = new HashMap<>();
    options.put("topic.prefix", "shop");
    options.put("tables", "orders");
    options.put("tables.orders.path", "uc://" + NAME);
    options.put("tables.orders.key", "id");
    options.putAll(catalog);
    return DeltaTables.open(new DeltaSourceConfig(options).tables().get(0), storage);
  }

  private static DeltaCdfException failure(DeltaTable table) {
    return catchThrowableOfType(DeltaCdfException.class, table::latestSnapshot);
  }
}
