package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @TempDir Path directory;

  /** The program that the tests start. It prints a greeting, then ends or sleeps. */
  public static final class Greeter {
    private Greeter() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println("hello " + args[0] + " with " + Runtime.getRuntime().maxMemory());
      if (args[0].equals("exit")) {
        System.exit(3);
      }
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("goodbye")));
      System.out.println("ready");
      Thread.sleep(60_000);
    }
  }

  @Test
  void stopEndsItCleanly() throws Exception {
    try (ChildProcess child = greeter("stay").heap("64m").start()) {
      child.awaitReady(TIMEOUT, () -> child.logTail().contains("ready"));
      assertThat(child.isAlive()).isTrue();
      child.stop();
      assertThat(child.isAlive()).isFalse();
      assertThat(Files.readString(child.log())).contains("hello stay", "goodbye");
    }
  }

  @Test
  void killRunsNoShutdownHook() throws Exception {
    try (ChildProcess child = greeter("stay").start()) {
      child.awaitReady(TIMEOUT, () -> child.logTail().contains("ready"));
      child.kill();
      assertThat(child.isAlive()).isFalse();
      assertThat(Files.readString(child.log())).contains("ready").doesNotContain("goodbye");
    }
  }

  @Test
  void anEarlyExitIsReportedWithExitCodeAndLog() throws Exception {
    try (ChildProcess child = greeter("exit").start()) {
      assertThatThrownBy(() -> child.awaitReady(TIMEOUT, () -> false))
          .hasMessageContaining("Greeter ended with 3 before it was ready")
          .hasMessageContaining("hello exit");
    }
  }

  @Test
  void aProcessThatIsNeverReadyIsKilled() throws Exception {
    try (ChildProcess child = greeter("stay").start()) {
      assertThatThrownBy(
              () ->
                  child.awaitReady(
                      Duration.ofMillis(300),
                      () -> {
                        throw new IllegalStateException("not there");
                      }))
          .hasMessageContaining("Greeter was not ready within");
      assertThat(child.isAlive()).isFalse();
    }
  }

  private ChildProcess.Builder greeter(String arg) throws URISyntaxException {
    Path classes =
        Path.of(Greeter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return ChildProcess.java(
            "Greeter", List.of(classes), Greeter.class.getName(), directory.resolve("greeter.log"))
        .args(arg);
  }
}
