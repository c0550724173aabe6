package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.Step;
import io.deltacdf.connect.testing.histories.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** Random histories whose commits and files appear in a random order while the table is read. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class OutOfOrderPropertiesTest {
  private static final String GRACE = "replication.grace.ms";
  private static final int MAX_STEPS = 10_000;

  @Provide
  Arbitrary<History> histories() {
    return Histories.withWholeLog(10);
  }

  /** The number of steps whose files are there from the beginning. */
  @Provide
  Arbitrary<Integer> present() {
    return Arbitraries.integers().between(0, 6);
  }

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void theTopicEqualsTheTableOnceAllFilesAreThere(
      @ForAll("histories") History history,
      @ForAll("present") int present,
      @ForAll boolean snapshot,
      @ForAll long seed) {
    with(
        history,
        present,
        (world, later) -> {
          Arrival arrival = new Arrival(world, later, "3600000", snapshot, new Random(seed));
          List<String> whole = arrival.whole();

          assertThat(arrival.read()).isEmpty();

          requireTable(world, arrival.records);
          if (!arrival.snapshot) {
            assertThat(HistoryLaws.texts(arrival.records)).isEqualTo(whole);
          }
        });
  }

  @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
  void withoutGraceAnErrorNamesWhatIsMissing(
      @ForAll("histories") History history,
      @ForAll("present") int present,
      @ForAll boolean snapshot,
      @ForAll long seed) {
    with(
        history,
        present,
        (world, later) -> {
          Arrival arrival = new Arrival(world, later, "0", snapshot, new Random(seed));
          List<String> whole = arrival.whole();

          Optional<DeltaCdfException> failure = arrival.read();

          if (failure.isEmpty()) {
            requireTable(world, arrival.records);
          } else {
            assertThat(failure.get().code())
                .as("%s", failure.get())
                .isIn(ErrorCode.VERSION_MISSING, ErrorCode.FILE_MISSING);
            assertThat(arrival.isMissing(failure.get())).as("%s", failure.get()).isTrue();
          }
          if (!arrival.snapshot) {
            List<String> published = HistoryLaws.texts(arrival.records);
            assertThat(published).isEqualTo(whole.subList(0, published.size()));
          }
        });
  }

  private static void requireTable(World world, List<SourceRecord> records) {
    Topic topic = new Topic(world, -1);
    Published.of(records, world).forEach(topic);
    long version = world.table().version();
    assertThat(topic.rows(version)).isEqualTo(world.plainRows(version));
  }

  /** A table whose files are moved away, and come back one by one while it is read. */
  private static final class Arrival {
    private final Path directory;
    private final Path away;
    private final boolean snapshot;
    private final Random random;
    private final HistoryReader reader;
    private final Map<String, String> start;
    private final List<Path> later;
    private final List<SourceRecord> records = new ArrayList<>();

    /**
     * @param later the files that are not there at first
     */
    Arrival(World world, List<Path> later, String grace, boolean snapshot, Random random) {
      this.later = new ArrayList<>(later);
      this.random = random;
      directory = Path.of(world.table().path());
      away = directory.resolveSibling("away");
      long last = world.table().version();
      // It is not known which version a snapshot has, so the key columns keep their names.
      this.snapshot =
          snapshot
              && LongStream.rangeClosed(0, last)
                  .allMatch(version -> world.keyNames(version).equals(world.keyNames(0)));
      reader = new HistoryReader(world, Map.of(GRACE, grace));
      start = this.snapshot ? Map.of() : Map.of("start.version", "0");
    }

    /** Returns the failure that ended it, if there was one. */
    Optional<DeltaCdfException> read() {
      later.forEach(file -> move(directory.resolve(file), away.resolve(file)));
      Storage storage = Storage.open(Map.of());
      TableReader running = reader.open(storage, start, Optional.empty(), records);
      try {
        while (!later.isEmpty()) {
          int steps = random.nextInt(4);
          for (int step = 0; step < steps; step++) {
            step(running);
          }
          if (random.nextInt(6) == 0) {
            running.close();
            running = reader.open(storage, start, stored(), records);
          }
          Path file = later.remove(random.nextInt(later.size()));
          move(away.resolve(file), directory.resolve(file));
        }
        int retries = 0;
        while (step(running) != Progress.IDLE) {
          assertThat(retries++).isLessThan(MAX_STEPS);
        }
        return Optional.empty();
      } catch (DeltaCdfException e) {
        return Optional.of(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nothing interrupts this reader", e);
      } finally {
        running.close();
        storage.close();
      }
    }

    /** Does one step; a failure that is retried is no progress. */
    private static Progress step(TableReader running) throws InterruptedException {
      try {
        return running.step();
      } catch (DeltaCdfException e) {
        if (!e.isRetriable()) {
          throw e;
        }
        return Progress.WAITING;
      }
    }

    /** Returns whether the message names a file, or a version, that is not there. */
    boolean isMissing(DeltaCdfException failure) {
      String message = failure.getMessage();
      return later.stream()
          .anyMatch(
              file ->
                  message.contains(file.getFileName().toString())
                      || message.contains("version " + version(file)));
    }

    private static String version(Path file) {
      String name = file.getFileName().toString();
      return name.matches("\\d{20}\\.json")
          ? String.valueOf(Long.parseLong(name.substring(0, 20)))
          : name;
    }

    private Optional<SourceOffset> stored() {
      return records.isEmpty()
          ? Optional.empty()
          : Optional.of(
              SourceOffsetCodec.read(
                  HistoryReader.TABLE, records.get(records.size() - 1).sourceOffset()));
    }

    private static void move(Path from, Path to) {
      try {
        Files.createDirectories(to.getParent());
        Files.move(from, to);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns all records of the table with the start version. */
    List<String> whole() {
      return snapshot ? List.of() : HistoryLaws.texts(reader.changes(0));
    }
  }

  private interface Check {
    void accept(World world, List<Path> later);
  }

  /** Creates a table, and tells which of its files the steps after some have written. */
  private static void with(History history, int present, Check check) {
    List<Step> steps = history.steps();
    int first = Math.min(present, steps.size());
    HistoryTables.with(
        new History(history.kind(), List.of()),
        world -> {
          Path directory = Path.of(world.table().path());
          steps.subList(0, first).forEach(step -> step.apply(world));
          List<Path> before = files(directory);
          steps.subList(first, steps.size()).forEach(step -> step.apply(world));
          List<Path> later = files(directory);
          later.removeAll(before);
          check.accept(world, later);
        });
  }

  /** Returns the files of a table, relative to its directory and in the order of their names. */
  private static List<Path> files(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return new ArrayList<>(
          files.filter(Files::isRegularFile).map(directory::relativize).sorted().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
