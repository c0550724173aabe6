package io.deltacdf.connect.testing.catalog;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The faults that a catalog injects into its answers.
 *
 * <pre>{@code
 * server.faults().on(CatalogAction.LOAD_TABLE).times(2).status(429).retryAfter(1);
 * server.faults().on().dropConnection();
 * }</pre>
 */
public final class CatalogFaults {
  private final List<CatalogFault> faults = new CopyOnWriteArrayList<>();

  /** Returns a new fault of requests for these actions, or of all requests if there are none. */
  public CatalogFault on(CatalogAction... actions) {
    CatalogFault fault = new CatalogFault(Set.of(actions));
    faults.add(fault);
    return fault;
  }

  /** Ends all faults. */
  public void clear() {
    faults.clear();
  }

  /** Returns the fault that applies to a request, and counts it. */
  Optional<Injected> take(CatalogRequest request) {
    return faults.stream().filter(fault -> fault.take(request)).findFirst().map(CatalogFault::now);
  }

  /**
   * A fault of one request.
   *
   * @param status the status of the answer; 0 for the usual answer
   * @param body the text of the answer; empty for that of the API
   * @param headers more headers of the answer
   * @param retryAfter the seconds of the header {@code Retry-After}; 0 for none
   * @param cut whether only half of the answer is sent
   * @param dropped whether the connection is closed without an answer
   */
  record Injected(
      int status,
      String body,
      Map<String, String> headers,
      int retryAfter,
      Duration delay,
      boolean cut,
      boolean dropped) {}
}
