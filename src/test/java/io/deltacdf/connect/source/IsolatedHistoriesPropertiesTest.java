package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.DeltaSourceTask;
import io.deltacdf.connect.TaskContexts;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * A task with {@code table.failure.policy=isolate} and several tables with random histories, one of
 * which is damaged, dropped or replaced, and then repaired.
 */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class IsolatedHistoriesPropertiesTest {
  private static final int TABLES = 3;
  private static final long MAX_SECONDS = 90;

  /** What happens to a table, and the codes that tell it. */
  enum Damage {
    CORRUPT_FILE(ErrorCode.FILE_CORRUPT),
    MISSING_FILE(ErrorCode.FILE_MISSING),
    BROKEN_COMMIT(ErrorCode.CORRUPT_COMMIT, ErrorCode.CORRUPT_TABLE),
    /** Before the task starts. */
    DROPPED(ErrorCode.NOT_A_TABLE),
    /** After the table was published. */
    REPLACED(ErrorCode.TABLE_REPLACED, ErrorCode.COMMIT_REWRITTEN);

    private final Set<ErrorCode> codes;

    Damage(ErrorCode first, ErrorCode... more) {
      codes = EnumSet.of(first, more);
    }

    /** Returns the damage that is possible at a time. */
    Damage at(boolean published) {
      return published ? REPLACED : this == REPLACED ? DROPPED : this;
    }
  }

  @Provide
  Arbitrary<List<History>> histories() {
    return Histories.withWholeLog(8).list().ofSize(TABLES);
  }

  @Property(tries = 5, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void theOtherTablesGoOnAndTheParkedOneDoesSoAfterItsRepair(
      @ForAll("histories") List<History> histories,
      @ForAll Damage damage,
      @ForAll boolean published,
      @ForAll long seed) {
    Scene scene = new Scene(histories, new Random(seed));
    try {
      scene.run(damage.at(published), published);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this task", e);
    } finally {
      scene.end();
    }
  }

  /** The tables of a task, the first of which is the bad one. */
  private static final class Scene {
    private final Path directory = HistoryTables.newDirectory();
    private final Map<String, World> worlds = new TreeMap<>();
    private final Map<String, History> histories = new TreeMap<>();
    private final Map<String, Topic> topics = new TreeMap<>();
    private final Map<String, SourceRecord> last = new HashMap<>();
    private final CapturedLog log = new CapturedLog(ParkableTable.class);
    private final Random random;
    private final DeltaSourceTask task = new DeltaSourceTask();

    Scene(List<History> all, Random random) {
      this.random = random;
      for (int i = 0; i < all.size(); i++) {
        String name = "t" + i;
        World world = all.get(i).begin(directory.resolve(name), i + 1);
        worlds.put(name, world);
        histories.put(name, all.get(i));
        topics.put(name, new Topic(world, -1));
      }
    }

    void run(Damage damage, boolean published) throws IOException, InterruptedException {
      worlds.keySet().forEach(name -> apply(name, false));
      if (!published) {
        apply("t0", true);
        TestTable table = worlds.get("t0").table();
        try (Repair repair = damage(damage, table)) {
          start();
          pollUntil(() -> othersReached() && (isParked() || reached("t0")));
          goOn(damage, repair);
        }
      } else {
        start();
        pollUntil(() -> othersReached() && reached("t0"));
        apply("t0", true);
        pollUntil(() -> reached("t0"));
        try (Repair repair = damage(damage, worlds.get("t0").table())) {
          pollUntil(this::isParked);
          goOn(damage, repair);
        }
      }
    }

    private void goOn(Damage damage, Repair repair) throws IOException, InterruptedException {
      worlds.keySet().stream().filter(name -> !name.equals("t0")).forEach(it -> apply(it, true));
      pollUntil(this::othersReached);
      assertThat(log.lines())
          .allMatch(line -> line.contains("'t0'"))
          .allMatch(line -> damage.codes.stream().anyMatch(it -> line.contains("[" + it + "]")));
      repair.close();
      pollUntil(() -> othersReached() && reached("t0"));
      worlds.forEach(
          (name, world) ->
              assertThat(topics.get(name).rows(world.table().version()))
                  .as("%s of %s, %s", name, histories.get(name), damage)
                  .isEqualTo(world.plainRows(world.table().version())));
    }

    /** Applies the first or the second half of a history. */
    private void apply(String name, boolean second) {
      History history = histories.get(name);
      int half = (history.steps().size() + 1) / 2;
      (second
              ? history.steps().subList(half, history.steps().size())
              : history.steps().subList(0, half))
          .forEach(step -> step.apply(worlds.get(name)));
    }

    private boolean isParked() {
      return log.lines().stream().anyMatch(line -> line.contains("'t0' has been parked"));
    }

    private boolean othersReached() {
      return worlds.keySet().stream().filter(it -> !it.equals("t0")).allMatch(this::reached);
    }

    /** Returns whether the offset of a table tells that its newest version is published. */
    private boolean reached(String name) {
      SourceRecord record = last.get(name);
      return record != null
          && SourceOffsetCodec.read(name, record.sourceOffset()).isCompleted()
          && SourceOffsetCodec.read(name, record.sourceOffset()).version()
              >= worlds.get(name).table().version();
    }

    private void start() {
      Map<String, String> props = new HashMap<>();
      props.put("topic.prefix", "p");
      props.put("tables", String.join(",", worlds.keySet()));
      worlds.forEach(
          (name, world) -> {
            props.put("tables." + name + ".path", world.table().path());
            props.put("tables." + name + ".key", String.join(",", world.keyNames(0)));
          });
      props.put("start.version", "0");
      props.put("table.failure.policy", "isolate");
      props.put("unsafe.schema.change", "publish");
      props.put("replication.grace.ms", "0");
      props.put("read.retry.max.attempts", "1");
      props.put("read.retry.delay.max.ms", "50");
      props.put("poll.interval.ms", "50");
      props.put("poll.interval.min.ms", "50");
      props.put("heartbeat.interval.ms", "100");
      task.initialize(TaskContexts.of(Map.of(), () -> {}));
      task.start(props);
    }

    private void pollUntil(BooleanSupplier condition) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
      while (!condition.getAsBoolean()) {
        assertThat(System.nanoTime()).as("%s, %s", log.lines(), last).isLessThan(end);
        List<SourceRecord> polled = task.poll();
        if (polled != null) {
          polled.forEach(this::accept);
        }
      }
    }

    private void accept(SourceRecord record) {
      String name = (String) record.sourcePartition().get("table");
      last.put(name, record);
      if (!record.topic().startsWith("__delta-heartbeat")) {
        topics.get(name).accept(Published.of(record, worlds.get(name)));
      }
    }

    /** Damages the table, and returns its repair. */
    private Repair damage(Damage damage, TestTable table) throws IOException {
      Path path = table.directory();
      switch (damage) {
        case DROPPED -> {
          Path away = Files.move(path, directory.resolve("away"));
          return new Repair(() -> Files.move(away, path));
        }
        case REPLACED -> {
          TestTable other = TestTable.at(directory.resolve("other")).schema("x int").create();
          while (other.version() < table.version() + 2) {
            other.setProperty("note", String.valueOf(other.version()));
          }
          Path away = Files.move(path, directory.resolve("away"));
          Files.move(other.directory(), path);
          return new Repair(
              () -> {
                Files.move(path, directory.resolve("other"));
                Files.move(away, path);
              });
        }
        default -> {
          List<DataFile> files = table.files();
          if (damage == Damage.BROKEN_COMMIT) {
            return broken(table);
          } else if (files.isEmpty()) {
            return new Repair(() -> {});
          }
          DataFile file = files.get(random.nextInt(files.size()));
          byte[] bytes = Files.readAllBytes(file.location());
          if (damage == Damage.CORRUPT_FILE) {
            table.faults().corruptFile(file);
          } else {
            table.faults().deleteFile(file);
          }
          return new Repair(() -> Files.write(file.location(), bytes));
        }
      }
    }

    private Repair broken(TestTable table) throws IOException {
      if (table.version() == 0) {
        return new Repair(() -> {});
      }
      long version = 1 + random.nextLong(table.version());
      Path commit = table.faults().commitFile(version);
      String text = Files.readString(commit);
      table.faults().truncateCommit(version);
      return new Repair(() -> table.faults().overwriteCommit(version, text));
    }

    void end() {
      task.stop();
      log.close();
      HistoryTables.delete(directory);
    }
  }

  /** Undoes a damage once. */
  private static final class Repair implements AutoCloseable {
    /** Changes files. */
    interface Change {
      void apply() throws IOException;
    }

    private Change change;

    Repair(Change change) {
      this.change = change;
    }

    @Override
    public void close() throws IOException {
      Change now = change;
      change = () -> {};
      now.apply();
    }
  }
}
