package io.deltacdf.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time and memory of processes from Linux's /proc, for this process and its children. */
public final class ProcFs {
  /** One tick of /proc's CPU counters: USER_HZ is 100 on every Linux platform Java runs on. */
  private static final long TICK_NANOS = 10_000_000L;

  private ProcFs() {}

  /** CPU time of all threads of a process, user and system, in nanoseconds. */
  public static long cpuNanos(long pid) {
    String stat = read(Path.of("/proc/" + pid + "/stat"));
    // The command is in parentheses and may hold blanks; utime and stime are fields 14 and 15.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS;
  }

  /** Largest resident set of a process since its start (VmHWM), in MiB. */
  public static long peakRssMib(long pid) {
    return status(pid, "VmHWM:");
  }

  /** Resident set of a process now, in MiB. */
  public static long rssMib(long pid) {
    return status(pid, "VmRSS:");
  }

  private static long status(long pid, String field) {
    return read(Path.of("/proc/" + pid + "/status"))
        .lines()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("process " + pid + " has ended"));
  }

  /** CPU time the whole machine has spent on anything (user, nice, system, interrupts), in ns. */
  public static long machineBusyNanos() {
    String[] fields = read(Path.of("/proc/stat")).split("\n", 2)[0].trim().split("\\s+");
    long ticks = 0;
    for (int field : new int[] {1, 2, 3, 6, 7}) {
      ticks += Long.parseLong(fields[field]);
    }
    return ticks * TICK_NANOS;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
