package io.deltacdf.connect.testing.catalog;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fault that a catalog injects, see {@link CatalogFaults}. It has no effect before one is given.
 */
public final class CatalogFault {
  private final Set<CatalogAction> actions;
  private final AtomicInteger spared = new AtomicInteger();
  private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
  private final AtomicInteger taken = new AtomicInteger();
  private volatile String table = "";
  private volatile int status;
  private volatile int retryAfter;
  private volatile Duration delay = Duration.ZERO;
  private volatile String body = "";
  private volatile Map<String, String> headers = Map.of();
  private volatile boolean cut;
  private volatile boolean dropped;

  CatalogFault(Set<CatalogAction> actions) {
    this.actions = actions;
  }

  /** Limits the fault to requests that name this table, or list this schema. */
  public CatalogFault table(String name) {
    table = name;
    return this;
  }

  /** Limits the fault to the next requests. Call this before the methods that say what happens. */
  public CatalogFault times(int count) {
    left.set(count);
    return this;
  }

  /** Spares the next requests. Call this before the methods that say what happens. */
  public CatalogFault after(int count) {
    spared.set(count);
    return this;
  }

  /** Answers with an error. */
  public CatalogFault status(int code) {
    status = code;
    return this;
  }

  /** Answers with a text that no schema describes, such as the page of a proxy. */
  public CatalogFault answer(int code, String text) {
    body = text;
    status = code;
    return this;
  }

  /** Adds a header to the answer. */
  public CatalogFault header(String name, String value) {
    headers = Map.of(name, value);
    return this;
  }

  /** Adds {@code Retry-After} to the answer. */
  public CatalogFault retryAfter(int seconds) {
    retryAfter = seconds;
    return this;
  }

  /** Waits before the answer. */
  public CatalogFault delay(Duration time) {
    delay = time;
    return this;
  }

  /** Sends half of the answer, and closes the connection. */
  public CatalogFault cutAnswer() {
    cut = true;
    return this;
  }

  /** Closes the connection without an answer. */
  public CatalogFault dropConnection() {
    dropped = true;
    return this;
  }

  /** Returns how many requests the fault has met. */
  public int taken() {
    return taken.get();
  }

  boolean take(CatalogRequest request) {
    boolean applies =
        (status > 0 || cut || dropped || !headers.isEmpty() || !delay.isZero())
            && (actions.isEmpty() || actions.contains(request.action()))
            && (table.isEmpty() || table.equals(request.table()))
            && spared.getAndUpdate(n -> Math.max(0, n - 1)) == 0
            && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    if (applies) {
      taken.incrementAndGet();
    }
    return applies;
  }

  CatalogFaults.Injected now() {
    return new CatalogFaults.Injected(status, body, headers, retryAfter, delay, cut, dropped);
  }
}
