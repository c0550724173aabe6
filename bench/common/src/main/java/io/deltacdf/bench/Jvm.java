package io.deltacdf.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import javax.management.MBeanServerConnection;

/** Garbage collection and heap of a JVM, this one or another one over JMX. */
public final class Jvm {
  private final long pid;
  private final MemoryMXBean memory;
  private final List<GarbageCollectorMXBean> collectors;

  public Jvm(long pid, MBeanServerConnection beans) {
    this.pid = pid;
    try {
      memory = ManagementFactory.getPlatformMXBean(beans, MemoryMXBean.class);
      collectors = ManagementFactory.getPlatformMXBeans(beans, GarbageCollectorMXBean.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Jvm self() {
    return new Jvm(ProcessHandle.current().pid(), ManagementFactory.getPlatformMBeanServer());
  }

  public long pid() {
    return pid;
  }

  /** Time spent in collections since the JVM's start. */
  public long gcMillis() {
    return collectors.stream().mapToLong(bean -> Math.max(0, bean.getCollectionTime())).sum();
  }

  public long heapUsedBytes() {
    return memory.getHeapMemoryUsage().getUsed();
  }

  /** The heap that is used after a full collection. */
  public long heapLiveBytes() {
    memory.gc();
    return heapUsedBytes();
  }

  public long heapMaxBytes() {
    return memory.getHeapMemoryUsage().getMax();
  }
}
