package io.deltacdf.connect.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/**
 * A program in its own process, usually a JVM with its own class path. Its output goes to a log
 * file. The process is ended only through its own handle, and ends with this JVM.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final int LOG_TAIL_LINES = 40;
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> RUNNING.forEach(Process::destroyForcibly), "end-child-processes"));
  }

  private final String name;
  private final Path log;
  private final Process process;

  private ChildProcess(String name, Path log, Process process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Describes a Java program. Each call of {@link Builder#start()} starts it once more.
   *
   * @param name the name of the program in messages
   * @param log the file for its standard output and error, to which each start appends
   */
  public static Builder java(String name, List<Path> classPath, String mainClass, Path log) {
    return new Builder(name, classPath, mainClass, log);
  }

  /**
   * Starts a program other than a JVM. Its working directory is the directory of the log.
   *
   * @param name the name of the program in messages
   * @param command the program and its arguments
   * @param log the file to which its standard output and error are appended
   */
  public static ChildProcess start(String name, List<String> command, Path log) {
    return start(name, command, Map.of(), log);
  }

  private static ChildProcess start(
      String name, List<String> command, Map<String, String> environment, Path log) {
    try {
      Path directory = Files.createDirectories(log.toAbsolutePath().getParent());
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      builder.environment().putAll(environment);
      Process process = builder.start();
      RUNNING.add(process);
      return new ChildProcess(name, log, process);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + name, e);
    }
  }

  /**
   * Waits until {@code ready} returns true. An exception from it counts as false.
   *
   * @throws IllegalStateException if the process ends, or after the timeout, which also kills the
   *     process; the message has the end of the log
   */
  public void awaitReady(Duration timeout, Callable<Boolean> ready) {
    try {
      Awaitility.await(name)
          .atMost(timeout)
          .pollInterval(Duration.ofMillis(100))
          .ignoreExceptions()
          .failFast(name + " has ended", () -> !isAlive())
          .until(ready);
    } catch (TerminalFailureException e) {
      throw new IllegalStateException(
          name + " ended with " + awaitExit(STOP_TIMEOUT) + " before it was ready\n" + logTail(),
          e);
    } catch (ConditionTimeoutException e) {
      kill();
      throw new IllegalStateException(
          name + " was not ready within " + timeout.toSeconds() + " s\n" + logTail(), e);
    }
  }

  /**
   * Waits for the process to end by itself.
   *
   * @return its exit code
   * @throws IllegalStateException if the process is still running after the timeout, and is killed
   */
  public int awaitExit(Duration timeout) {
    if (!waitFor(timeout)) {
      kill();
      throw new IllegalStateException(
          name + " did not end within " + timeout.toSeconds() + " s\n" + logTail());
    }
    RUNNING.remove(process);
    return process.exitValue();
  }

  /** Ends the process with SIGTERM, or with SIGKILL if it is still running after 30 s. */
  public void stop() {
    process.destroy();
    if (!waitFor(STOP_TIMEOUT)) {
      process.destroyForcibly();
      waitFor(STOP_TIMEOUT);
    }
    RUNNING.remove(process);
  }

  /**
   * Kills the process as {@code kill -9} does, without shutdown hooks or flushes. Returns when the
   * process has ended.
   */
  public void kill() {
    process.destroyForcibly();
    waitFor(STOP_TIMEOUT);
    RUNNING.remove(process);
  }

  /** Stops the process in the middle of what it does (SIGSTOP) until {@link #wakeUp()}. */
  public void freeze() {
    signal("STOP");
  }

  /** Lets the process go on after {@link #freeze()} (SIGCONT). It does not notice the pause. */
  public void wakeUp() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      String pid = String.valueOf(process.pid());
      int code = new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IllegalStateException("Cannot send " + signal + " to " + name);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot send " + signal + " to " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while sending a signal to " + name, e);
    }
  }

  /** Stops the process. */
  @Override
  public void close() {
    stop();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns the handle of the process, which has its id and its CPU time. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  public Path log() {
    return log;
  }

  /** Returns whether a line of the log contains the text. */
  public boolean hasLogged(String text) {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.anyMatch(line -> line.contains(text));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log, e);
    }
  }

  /** Returns the last lines of the log, for messages. */
  public String logTail() {
    return logTail(line -> true);
  }

  /** Returns the last of those lines of the log that matter. */
  public String logTail(Predicate<String> matters) {
    try (Stream<String> all = Files.lines(log)) {
      List<String> lines = all.filter(matters).toList();
      return "--- end of "
          + log
          + "\n"
          + lines.stream()
              .skip(Math.max(0, lines.size() - LOG_TAIL_LINES))
              .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      return "(cannot read " + log + ": " + e + ")";
    }
  }

  private boolean waitFor(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
      throw new IllegalStateException("Interrupted while waiting for " + name, e);
    }
  }

  /** How to start the program. */
  public static final class Builder {
    private final String name;
    private final List<Path> classPath;
    private final String mainClass;
    private final Path log;
    private final List<String> jvmArgs = new ArrayList<>();
    private final List<String> args = new ArrayList<>();
    private final Map<String, String> environment = new ConcurrentHashMap<>();
    private boolean lowPriority;

    private Builder(String name, List<Path> classPath, String mainClass, Path log) {
      this.name = name;
      this.classPath = List.copyOf(classPath);
      this.mainClass = mainClass;
      this.log = log;
    }

    /** Sets the maximum heap, in the JVM's notation: {@code 256m}, {@code 2g}. */
    public Builder heap(String size) {
      return jvmArgs("-Xmx" + size);
    }

    /** For programs that end before thorough compilation and parallel collections are worth it. */
    public Builder shortLived() {
      return jvmArgs("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    }

    /** More options of the JVM, after those given before. */
    public Builder jvmArgs(String... more) {
      jvmArgs.addAll(Arrays.asList(more));
      return this;
    }

    /** More arguments of the program, after those given before. */
    public Builder args(String... more) {
      args.addAll(Arrays.asList(more));
      return this;
    }

    public Builder environment(String variable, String value) {
      environment.put(variable, value);
      return this;
    }

    /** Gives the program only the CPU time that other processes leave. */
    public Builder lowPriority() {
      lowPriority = true;
      return this;
    }

    /** Starts the program. Its working directory is the directory of the log. */
    public ChildProcess start() {
      List<String> command = new ArrayList<>();
      if (lowPriority) {
        command.addAll(List.of("nice", "-n", "19"));
      }
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(jvmArgs);
      command.add("-cp");
      command.add(
          classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
      command.add(mainClass);
      command.addAll(args);
      return ChildProcess.start(name, command, environment, log);
    }
  }
}
