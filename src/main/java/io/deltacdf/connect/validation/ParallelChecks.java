package io.deltacdf.connect.validation;

import io.deltacdf.connect.config.TableConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/** Checks several tables at the same time, within a time limit for all of them. */
final class ParallelChecks {
  private static final int THREADS = 8;

  private ParallelChecks() {}

  /**
   * Checks tables.
   *
   * @param failed is told why the check of a table failed, by the calling thread; a {@link
   *     TimeoutException} if it did not end in time
   * @return the ids of the tables that were read, by name
   */
  static Map<String, String> run(
      List<TableConfig> tables,
      TableCheck check,
      Duration limit,
      BiConsumer<TableConfig, Throwable> failed)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    // New threads for each call, because those of an earlier call may still hang in a store.
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(tables.size(), THREADS)), ParallelChecks::daemon);
    try {
      Map<TableConfig, Future<Optional<String>>> checks = new LinkedHashMap<>();
      tables.forEach(table -> checks.put(table, threads.submit(() -> check.check(table))));
      Map<String, String> ids = new HashMap<>();
      for (Map.Entry<TableConfig, Future<Optional<String>>> entry : checks.entrySet()) {
        try {
          long left = Math.max(0, deadline - System.nanoTime());
          entry
              .getValue()
              .get(left, TimeUnit.NANOSECONDS)
              .ifPresent(id -> ids.put(entry.getKey().name(), id));
        } catch (TimeoutException e) {
          failed.accept(entry.getKey(), e);
        } catch (ExecutionException e) {
          failed.accept(entry.getKey(), Objects.requireNonNullElse(e.getCause(), e));
        }
      }
      return ids;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable check) {
    Thread thread = new Thread(check, "delta-cdf-table-check");
    thread.setDaemon(true);
    thread.setContextClassLoader(ParallelChecks.class.getClassLoader());
    return thread;
  }
}
