package io.deltacdf.connect.testing.s3;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/** A proxy for an open {@link S3Server} that records read requests and can inject faults. */
public final class S3Gateway implements AutoCloseable {
  private static final Set<String> NOT_FORWARDED =
      Set.of("host", "connection", "content-length", "expect", "upgrade", "transfer-encoding");

  private final URI server;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<S3Request> requests = new CopyOnWriteArrayList<>();
  private final List<S3Fault> faults = new CopyOnWriteArrayList<>();

  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private volatile Duration delay = Duration.ZERO;
  private volatile Predicate<S3Request> before = request -> false;
  private volatile Runnable beforeAction = () -> {};
  private volatile Optional<SignatureCheck> signatures = Optional.empty();
  private final List<String> refusals = new CopyOnWriteArrayList<>();

  private S3Gateway(URI server, HttpServer http) {
    this.server = server;
    this.http = http;
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  public static S3Gateway before(S3Server server) {
    try {
      return new S3Gateway(
          server.endpoint(),
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen", e);
    }
  }

  /** Returns the Hadoop options to connect to the server through this gateway. */
  public Map<String, String> options() {
    return S3Server.options(URI.create("http://127.0.0.1:" + http.getAddress().getPort()));
  }

  /**
   * Returns the Hadoop options to connect to the server through this gateway with credentials that
   * the catalog of the table hands out.
   */
  public Map<String, String> optionsWithoutKeys() {
    Map<String, String> options = new LinkedHashMap<>(options());
    options.remove("fs.s3a.access.key");
    options.remove("fs.s3a.secret.key");
    return options;
  }

  /**
   * Refuses requests that are not signed with a key that has not expired and covers the object.
   *
   * @param keys finds a key by its access key
   */
  public S3Gateway requireKeys(Function<String, Optional<TemporaryKey>> keys) {
    signatures = Optional.of(new SignatureCheck(keys));
    return this;
  }

  /** Returns S3's error codes of the requests that {@link #requireKeys} refused, in order. */
  public List<String> refusals() {
    return List.copyOf(refusals);
  }

  /** Returns the requests since the last call, in order. */
  public synchronized List<S3Request> takeRequests() {
    List<S3Request> taken = new ArrayList<>(requests);
    requests.clear();
    return taken;
  }

  /** Responds to the next requests of a kind with an S3 error. */
  public void fail(int times, Predicate<S3Request> which, int status, String code) {
    faults.add(new S3Fault(which, new AtomicInteger(times), status, code, 0));
  }

  /** Closes the connection of the next requests of a kind after some bytes of the response body. */
  public void cut(int times, Predicate<S3Request> which, int bytes) {
    faults.add(new S3Fault(which, new AtomicInteger(times), 0, null, bytes));
  }

  /** Runs an action once, before the next request of a kind is forwarded. */
  public void doBefore(Predicate<S3Request> which, Runnable action) {
    beforeAction = action;
    before = which;
  }

  /** Delays every request. */
  public void delay(Duration time) {
    delay = time;
  }

  /** Returns the maximum number of requests that were in progress at the same time. */
  public int maxConcurrentRequests() {
    return most.get();
  }

  /** Stops injecting faults. */
  public void clearFaults() {
    faults.clear();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      S3Request request =
          S3Request.of(
              exchange.getRequestMethod(),
              exchange.getRequestURI(),
              Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range")));
      note(request);
      most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
      Thread.sleep(delay.toMillis());
      inFlight.decrementAndGet();
      Optional<String> refusal = signatures.flatMap(check -> check.refusal(exchange, request));
      if (refusal.isPresent()) {
        refusals.add(refusal.get());
        refuse(exchange, 403, refusal.get());
        return;
      }
      Optional<S3Fault> fault = faults.stream().filter(f -> f.appliesTo(request)).findFirst();
      if (fault.isPresent() && fault.get().status() > 0) {
        refuse(exchange, fault.get().status(), fault.get().code());
      } else {
        forward(exchange, fault);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void note(S3Request request) {
    requests.add(request);
    if (before.test(request)) {
      before = other -> false;
      beforeAction.run();
    }
  }

  private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
    String xml =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>"
            + code
            + "</Code><Message>"
            + code
            + " by the test</Message><RequestId>1</RequestId></Error>";
    byte[] body = xml.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  private void forward(HttpExchange exchange, Optional<S3Fault> cut)
      throws IOException, InterruptedException {
    String method = exchange.getRequestMethod();
    URI uri = exchange.getRequestURI();
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(URI.create(server + uri.toString()))
            .method(method, HttpRequest.BodyPublishers.noBody());
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> forwarded.header(name, value));
              }
            });
    HttpResponse<byte[]> response = client.send(forwarded.build(), BodyHandlers.ofByteArray());
    Headers headers = exchange.getResponseHeaders();
    response
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (!NOT_FORWARDED.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, values);
              }
            });
    if (method.equals("HEAD")) {
      response
          .headers()
          .firstValue("content-length")
          .ifPresent(length -> headers.set("Content-Length", length));
      exchange.sendResponseHeaders(response.statusCode(), -1);
      return;
    }
    byte[] body = response.body();
    exchange.sendResponseHeaders(response.statusCode(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      OutputStream out = exchange.getResponseBody();
      int length = cut.map(S3Fault::bytes).orElse(body.length);
      out.write(body, 0, Math.min(length, body.length));
      out.flush();
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
