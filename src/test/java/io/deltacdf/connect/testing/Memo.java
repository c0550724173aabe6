package io.deltacdf.connect.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** A cache that computes each value once, on the first request. It keeps failures too. */
final class Memo<K, V> {
  private final Map<K, FutureTask<V>> values = new ConcurrentHashMap<>();
  private final Function<? super K, ? extends V> work;

  Memo(Function<? super K, ? extends V> work) {
    this.work = work;
  }

  /**
   * Returns the value of a key, and waits while another thread computes it.
   *
   * @throws IllegalStateException if the computation failed
   */
  V get(K key) {
    FutureTask<V> value = values.computeIfAbsent(key, k -> new FutureTask<>(() -> work.apply(k)));
    value.run();
    try {
      return value.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Failed for " + key, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for " + key, e);
    }
  }
}
