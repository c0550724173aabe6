package io.deltacdf.connect.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** Values by key, each worked out once, by whoever asks first. A failure is kept as values are. */
final class Memo<K, V> {
  private final Map<K, FutureTask<V>> values = new ConcurrentHashMap<>();
  private final Function<? super K, ? extends V> work;

  Memo(Function<? super K, ? extends V> work) {
    this.work = work;
  }

  /**
   * The value of a key; waits if it is being worked out.
   *
   * @throws IllegalStateException if that failed
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
