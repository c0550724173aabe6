package io.deltacdf.connect.table.storage;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the requests per second to each store. All tasks of a worker share a store: each request
 * takes the time that the limit of its own connector gives it, one after the other. After a pause,
 * the requests of one second may be sent at once.
 */
public final class RequestLimit implements RequestGate {
  private static final Logger LOG = LoggerFactory.getLogger(RequestLimit.class);

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** How often to look whether the limit delays the tables of a store. */
  private static final long REPORT_INTERVAL = TimeUnit.MINUTES.toNanos(10);

  /** The schedules of all stores by {@link TablePaths#store}. */
  private static final Map<String, Schedule> OF_WORKER = new ConcurrentHashMap<>();

  private final int perSecond;
  private final double nanosPerRequest;
  private final Map<String, Schedule> schedules;
  private final LongSupplier nanoTime;

  RequestLimit(int perSecond, Map<String, Schedule> schedules, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.nanosPerRequest = (double) SECOND / perSecond;
    this.schedules = schedules;
    this.nanoTime = nanoTime;
  }

  /** Returns a limit that all of this worker share, or no limit. */
  public static RequestGate perSecond(OptionalInt requests) {
    return requests.isPresent()
        ? new RequestLimit(requests.getAsInt(), OF_WORKER, System::nanoTime)
        : RequestGate.OPEN;
  }

  @Override
  public void await(String store, int requests) throws IOException {
    long wait = reserve(store, requests);
    if (wait <= 0) {
      return;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StoreException.of(
          new InterruptedIOException("Interrupted while waiting to send a request to " + store));
    }
  }

  /** Reserves the time of the requests; returns how long to wait until it begins. */
  long reserve(String store, int requests) {
    long now = nanoTime.getAsLong();
    Schedule schedule = schedules.computeIfAbsent(store, name -> new Schedule(now));
    long wait = schedule.reserve(now, (long) (requests * nanosPerRequest));
    schedule
        .takeReport(now)
        .ifPresent(
            report ->
                LOG.warn(
                    "In the last ten minutes, {} to {} waited for store.requests.per.second={}. The"
                        + " tables of this store are read later than without the limit. Increase"
                        + " the limit, or poll.interval.ms",
                    report,
                    store,
                    perSecond));
    return wait;
  }

  /** The time up to which the requests to a store have reserved it. */
  static final class Schedule {
    private long reserved;
    private long lastReport;
    private long reads;
    private long waits;

    private Schedule(long now) {
      this.reserved = now - SECOND;
      this.lastReport = now;
    }

    synchronized long reserve(long now, long duration) {
      if (reserved - now < -SECOND) {
        reserved = now - SECOND;
      }
      long wait = reserved - now + duration;
      reserved += duration;
      reads++;
      waits += wait > 0 ? 1 : 0;
      return wait;
    }

    /** Returns how many requests waited, if ten minutes are over and most of them did. */
    synchronized Optional<String> takeReport(long now) {
      if (now - lastReport < REPORT_INTERVAL) {
        return Optional.empty();
      }
      Optional<String> report =
          2 * waits > reads ? Optional.of(waits + " of " + reads + " requests") : Optional.empty();
      lastReport = now;
      reads = 0;
      waits = 0;
      return report;
    }
  }
}
