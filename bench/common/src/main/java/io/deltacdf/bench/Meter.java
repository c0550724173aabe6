package io.deltacdf.bench;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the cost of a pass in an engine's JVM: wall time, CPU time of all threads (including the
 * JIT compiler and the garbage collector), heap and resident set. The broker, whose process id is
 * in the environment variable BENCH_BROKER_PID, and the rest of the machine are measured
 * separately, so that disturbed runs can be recognized.
 */
public final class Meter implements AutoCloseable {
  private static final long HEAP_SAMPLE_MILLIS = 250;
  private static final double NANOS = 1e9;

  private record Reading(long wall, long cpu, long broker, long busy) {
    static Reading of(long pid) {
      return new Reading(
          System.nanoTime(), ProcFs.cpuNanos(pid), brokerNanos(), ProcFs.machineBusyNanos());
    }
  }

  private final Jvm jvm;
  private final long gcStart;
  private final AtomicLong heapPeak = new AtomicLong();
  private final ScheduledExecutorService sampler =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "heap-sampler");
            thread.setDaemon(true);
            return thread;
          });
  private final Reading start;
  private Reading end;

  private Meter(Jvm jvm) {
    this.jvm = jvm;
    gcStart = jvm.gcMillis();
    sampler.scheduleAtFixedRate(this::sampleHeap, 0, HEAP_SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
    start = Reading.of(jvm.pid());
    end = start;
  }

  public static Meter start(Jvm jvm) {
    return new Meter(jvm);
  }

  /** Marks the end of the pass, unless there is a later mark. */
  public void mark() {
    end = Reading.of(jvm.pid());
  }

  /** From the start to the last mark. */
  public double seconds() {
    return (end.wall() - start.wall()) / NANOS;
  }

  /**
   * Adds what was measured from the start to the last mark; heap and collections to now.
   *
   * @param rows change rows as Spark's change feed counts them
   */
  public Result addTo(Result result, long rows) {
    double cpu = (end.cpu() - start.cpu()) / NANOS;
    double broker = (end.broker() - start.broker()) / NANOS;
    double busy = (end.busy() - start.busy()) / NANOS;
    sampleHeap();
    return result
        .put("rows", rows)
        .put("sec", seconds())
        .put("rows_s", Math.round(rows / seconds()))
        .put("cpu_s", cpu)
        .put("cores", cpu / seconds())
        .put("cpu_us_row", cpu * 1e6 / Math.max(1, rows))
        .put("gc_s", (jvm.gcMillis() - gcStart) / 1e3)
        .put("broker_cpu_s", broker)
        .put("other_cpu_s", Math.max(0, busy - cpu - broker))
        .put("heap_peak_mb", heapPeak.get() >> 20)
        .put("heap_max_mb", jvm.heapMaxBytes() >> 20)
        .put("rss_mb", ProcFs.peakRssMib(jvm.pid()));
  }

  private void sampleHeap() {
    heapPeak.accumulateAndGet(jvm.heapUsedBytes(), Math::max);
  }

  private static long brokerNanos() {
    String pid = System.getenv("BENCH_BROKER_PID");
    return pid == null || pid.isEmpty() ? 0 : ProcFs.cpuNanos(Long.parseLong(pid));
  }

  @Override
  public void close() {
    sampler.shutdownNow();
  }
}
