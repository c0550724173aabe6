package io.deltacdf.connect.testing.fuzz;

import io.deltacdf.connect.error.DeltaCdfException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Reads tables in a thread of their own, and gives up when a read takes too long. */
final class TimedReads {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int FRAMES = 12;

  private TimedReads() {}

  /** Returns the outcome of a read. */
  static Outcome of(Callable<List<String>> read) {
    CompletableFuture<List<String>> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(read.call());
              } catch (Throwable e) { // Errors such as OutOfMemoryError are outcomes, too.
                result.completeExceptionally(e);
              }
            },
            "fuzz");
    thread.setDaemon(true);
    thread.start();
    try {
      return new Outcome.Rows(result.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return failure(e.getCause());
    } catch (TimeoutException e) {
      return new Outcome.Hang(frames(thread.getStackTrace()));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Outcome failure(Throwable e) {
    if (e instanceof DeltaCdfException coded) {
      String cause = e.getCause() == null ? "" : " [" + e.getCause() + "]";
      return new Outcome.Coded(coded.code(), coded.getMessage() + cause);
    }
    return new Outcome.Raw(e + " at " + frames(e.getStackTrace()));
  }

  private static String frames(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .limit(FRAMES)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" < "));
  }
}
