package io.deltacdf.connect.table.storage.ahead;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Small files that are read in the background, because somebody will need them soon: a store takes
 * much longer to answer than to send a few kilobytes. What was read waits until it is taken, and is
 * taken once. The size in bytes is limited; beyond it, nothing is read ahead. A read that fails
 * means nothing: whoever needs the file reads it again, and reports the failure. Thread-safe.
 *
 * <p>A store that does not answer holds up the reads of others for a while, but nobody who needs a
 * file: a read that has not begun is not waited for.
 */
public final class AheadReads implements AutoCloseable {
  /** How many bytes are read ahead or wait to be taken. */
  static final long MAX_BYTES = 8L << 20;

  private static final int THREADS = 4;
  private static final long IDLE_SECONDS = 10;

  private final Map<Key, Job> jobs = new HashMap<>();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          AheadReads::thread);
  private long bytes;

  /** Reads a file. */
  @FunctionalInterface
  public interface Read {
    byte[] read() throws IOException;
  }

  /** What is read ahead for one purpose, and is dropped together. */
  public static final class Batch {
    private boolean dropped;
  }

  private record Key(Path file, int length) {}

  private static final class Job {
    private final Batch batch;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();

    Job(Batch batch) {
      this.batch = batch;
    }

    /** A reader that has found the job, and not claimed it, must not wait for it. */
    void cancelUnlessBegun() {
      if (claimed.compareAndSet(false, true)) {
        result.cancel(false);
      }
    }
  }

  public AheadReads() {
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "delta-source-read-ahead");
    thread.setDaemon(true);
    // As the threads of readers: libraries look up classes there.
    thread.setContextClassLoader(AheadReads.class.getClassLoader());
    return thread;
  }

  /**
   * Starts to read a file, unless it is being read or too much is.
   *
   * @param then gets the bytes before they can be taken, on the thread that has read them
   */
  public void start(Batch batch, Path file, int length, Read read, Consumer<byte[]> then) {
    Key key = new Key(file, length);
    Job job = new Job(batch);
    synchronized (jobs) {
      if (batch.dropped || jobs.containsKey(key) || bytes + length > MAX_BYTES) {
        return;
      }
      jobs.put(key, job);
      bytes += length;
    }
    try {
      threads.execute(() -> run(key, job, read, then));
    } catch (RejectedExecutionException e) {
      // It is closed.
      remove(key, job);
    }
  }

  private void run(Key key, Job job, Read read, Consumer<byte[]> then) {
    if (!job.claimed.compareAndSet(false, true)) {
      return;
    }
    try {
      byte[] content = read.read();
      then.accept(content);
      job.result.complete(content);
    } catch (IOException | RuntimeException | Error e) {
      remove(key, job);
      job.result.completeExceptionally(e);
    }
  }

  private void remove(Key key, Job job) {
    synchronized (jobs) {
      if (jobs.remove(key, job)) {
        bytes -= key.length;
      }
    }
  }

  /**
   * Removes and returns a file that was read ahead; waits if it is being read.
   *
   * @return null if the caller has to read it
   */
  public byte @Nullable [] take(Path file, int length) throws InterruptedIOException {
    Key key = new Key(file, length);
    Job job;
    synchronized (jobs) {
      job = jobs.get(key);
    }
    if (job == null) {
      return null;
    }
    try {
      return job.claimed.compareAndSet(false, true) ? null : job.result.get();
    } catch (ExecutionException | CancellationException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while " + file + " is read");
    } finally {
      remove(key, job);
    }
  }

  /** Drops what was read for a batch and not taken. Nothing more is read for it. */
  public void drop(Batch batch) {
    synchronized (jobs) {
      batch.dropped = true;
      removeIf(job -> job.batch == batch);
    }
  }

  /** Drops everything that was read and not taken, because files may have been replaced. */
  public void clear() {
    synchronized (jobs) {
      removeIf(job -> true);
    }
  }

  private void removeIf(Predicate<Job> dropped) {
    jobs.entrySet()
        .removeIf(
            entry -> {
              boolean drops = dropped.test(entry.getValue());
              if (drops) {
                entry.getValue().cancelUnlessBegun();
                bytes -= entry.getKey().length;
              }
              return drops;
            });
  }

  /** Ends the threads. */
  @Override
  public void close() {
    threads.shutdownNow();
    clear();
  }
}
