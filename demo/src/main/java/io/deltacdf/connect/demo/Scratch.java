package io.deltacdf.connect.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The demo's temporary directory. It is deleted when it is closed, and when the demo is
 * interrupted, after the processes that write to it have ended.
 */
final class Scratch implements AutoCloseable {
  private static final int ATTEMPTS = 20;
  private static final long PAUSE_MS = 100;

  private final Path directory;
  private final Thread hook = new Thread(this::endAll, "end-demo");
  private volatile boolean interrupted;

  Scratch() {
    try {
      directory = Files.createTempDirectory("delta-cdf-demo-");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create a temporary directory", e);
    }
    Runtime.getRuntime().addShutdownHook(hook);
  }

  Path directory() {
    return directory;
  }

  /** Returns whether the demo is being interrupted, so that failures are expected. */
  boolean isInterrupted() {
    return interrupted;
  }

  @Override
  public void close() {
    if (interrupted) {
      return; // The hook is at it.
    }
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The demo was just interrupted, and the hook deletes the directory.
      interrupted = true;
    }
  }

  private void endAll() {
    interrupted = true;
    // Twice, because a process may have just been started.
    for (int i = 0; i < 2; i++) {
      endProcesses();
      delete();
    }
  }

  private static void endProcesses() {
    List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
    all.forEach(ProcessHandle::destroyForcibly);
    CompletableFuture<?>[] exits =
        all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(exits).get(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      System.err.println("Not all processes of the demo have ended: " + e);
    }
  }

  private void delete() {
    IOException failure = null;
    for (int i = 0; i < ATTEMPTS && Files.exists(directory); i++) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        // A file was created or deleted meanwhile, so list again.
        failure = e instanceof IOException io ? io : ((UncheckedIOException) e).getCause();
        pause();
      }
    }
    if (Files.exists(directory)) {
      System.err.println("Cannot delete " + directory + ": " + failure);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
