package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.source.SimulatedWorker.Delivery;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.PlainValues;
import io.deltacdf.connect.testing.histories.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.jspecify.annotations.Nullable;

/**
 * Tasks with random combinations of options whose worker is killed again and again: after each
 * restart, each table goes on exactly after its stored offset, and in the end all topics have what
 * they would have without kills.
 */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class CombinedOptionsPropertiesTest {
  private static final int TABLES = 2;
  private static final int KILLS = 5;
  private static final int NO_LIMIT = 100_000;

  @Provide
  Arbitrary<List<History>> histories() {
    return Histories.withWholeLog(7).list().ofSize(TABLES);
  }

  @Property(tries = 6, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void eachTableGoesOnExactlyAfterItsOffset(
      @ForAll("histories") List<History> histories, @ForAll long seed) {
    Scene scene = new Scene(histories, new Random(seed));
    try {
      scene.run();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("%s of %s".formatted(scene.options, histories), e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this task", e);
    } finally {
      scene.end();
    }
  }

  /** The options of a try. */
  private record Options(
      boolean envelope,
      String deletes,
      boolean marked,
      Delivery delivery,
      String headers,
      boolean isolate,
      boolean snapshot,
      int maxRecords,
      Map<String, String> more) {
    static Options random(Random random) {
      boolean envelope = random.nextBoolean();
      return new Options(
          envelope,
          envelope
              ? pick(random, "true", "false")
              : pick(random, "tombstone", "rewrite", "rewrite-with-tombstone", "drop"),
          random.nextBoolean(),
          pick(random, Delivery.values()),
          pick(random, "all", "tombstones", "none"),
          random.nextBoolean(),
          random.nextBoolean(),
          pick(random, 2, 3, NO_LIMIT),
          Map.of(
              "consolidation.max.keys", pick(random, "2", "4000000"),
              "max.batch.size", pick(random, "1", "3", "50"),
              "max.queue.size.in.bytes", pick(random, "1", "5000", "1000000")));
    }

    @SafeVarargs
    private static <T> T pick(Random random, T... values) {
      return values[random.nextInt(values.length)];
    }

    Map<String, String> props() {
      Map<String, String> props = new HashMap<>(more);
      props.put("record.format", envelope ? "debezium" : "row");
      props.put(envelope ? "tombstones.on.delete" : "delete.tombstone.handling.mode", deletes);
      props.put("key.format", "string");
      props.put("provide.transaction.metadata", String.valueOf(marked));
      props.put("record.headers", headers);
      props.put("table.failure.policy", isolate ? "isolate" : "fail");
      props.put("transaction.max.records", String.valueOf(maxRecords));
      props.put("notification.enabled.channels", "sink");
      props.put("notification.sink.topic.name", "notifications");
      if (!snapshot) {
        props.put("start.version", "0");
      }
      return props;
    }

    boolean dropsDeletes() {
      return deletes.equals("drop");
    }

    /** Whether a delete is two records, which at-least-once delivery may separate. */
    boolean hasPairs() {
      return envelope ? deletes.equals("true") : deletes.equals("rewrite-with-tombstone");
    }
  }

  /** A table, and its records without kills. */
  private static final class Table {
    private final String name;
    private final History history;
    private final World world;
    private final List<SourceRecord> read = new ArrayList<>();
    private final List<String> notified = new ArrayList<>();
    private @Nullable TableReader reader;
    private int stored;

    Table(String name, History history, World world) {
      this.name = name;
      this.history = history;
      this.world = world;
    }

    void apply(boolean second) {
      int half = (history.steps().size() + 1) / 2;
      (second
              ? history.steps().subList(half, history.steps().size())
              : history.steps().subList(0, half))
          .forEach(step -> step.apply(world));
    }

    /** Whether it has a snapshot with rows; without, the last notifications may be lost. */
    boolean hasSnapshotRows() {
      return read.stream()
          .anyMatch(
              record -> Scene.isOfTable(record) && record.sourceOffset().containsKey("snapshot"));
    }

    /** Returns the records up to now, as one run gives them. */
    List<SourceRecord> expected() {
      return read.stream().filter(Scene::isOfTable).toList();
    }
  }

  private static final class Scene {
    private final Path directory = HistoryTables.newDirectory();
    private final Map<String, Table> tables = new TreeMap<>();
    private final Options options;
    private final Random random;
    private final Map<String, String> props;
    private final SimulatedWorker worker;

    Scene(List<History> histories, Random random) {
      this.random = random;
      options = Options.random(random);
      // It tells of the absent table in each run.
      Configurator.setLevel(ParkableTable.class.getName(), Level.OFF);
      for (int i = 0; i < histories.size(); i++) {
        String name = "t" + i;
        World world = histories.get(i).begin(directory.resolve(name), i + 1);
        tables.put(name, new Table(name, histories.get(i), world));
      }
      tables.values().forEach(table -> table.apply(false));
      props = props();
      worker = new SimulatedWorker(props, options.delivery, random);
    }

    private Map<String, String> props() {
      Map<String, String> all = options.props();
      all.put("topic.prefix", "p");
      Set<String> names = new HashSet<>(tables.keySet());
      tables.forEach(
          (name, table) -> {
            all.put("tables." + name + ".path", table.world.table().path());
            // The names that the columns have where the table starts.
            long first = options.snapshot ? table.world.table().version() : 0;
            all.put("tables." + name + ".key", String.join(",", table.world.keyNames(first)));
          });
      if (options.isolate) {
        names.add("absent");
        all.put("tables.absent.path", directory.resolve("absent").toString());
        all.put("tables.absent.key", "id");
      }
      all.put("tables", String.join(",", names));
      all.put("unsafe.schema.change", "publish");
      all.put("replication.grace.ms", "0");
      all.put("read.retry.max.attempts", "1");
      all.put("read.retry.delay.max.ms", "50");
      all.put("poll.interval.ms", "20");
      all.put("poll.interval.min.ms", "20");
      all.put("heartbeat.interval.ms", "50");
      return all;
    }

    void run() throws InterruptedException {
      DeltaSourceConfig config = new DeltaSourceConfig(props);
      Storage storage = Storage.open(Map.of());
      for (Table table : tables.values()) {
        table.reader =
            new TableReader(
                DeltaTables.open(table.name, table.world.table().path(), storage),
                config.tables().stream()
                    .filter(it -> it.name().equals(table.name))
                    .findFirst()
                    .orElseThrow(),
                config.records(),
                null,
                (record, size) -> table.read.add(record));
      }
      for (boolean second : new boolean[] {false, true}) {
        for (Table table : tables.values()) {
          if (second) {
            table.apply(true);
          }
          ReaderRuns.runUntilIdle(table.reader);
        }
        int all = tables.values().stream().mapToInt(table -> table.read.size()).sum();
        for (int i = 0; i < KILLS; i++) {
          requireRun(1 + random.nextInt(2 + 2 * all / KILLS));
        }
        requireRun(Integer.MAX_VALUE);
        tables.values().forEach(it -> assertThat(it.stored).isEqualTo(it.expected().size()));
      }
      tables.values().forEach(this::requireNotifications);
      tables.values().forEach(this::requireMirror);
    }

    private void requireRun(int killedAfter) throws InterruptedException {
      worker.run(killedAfter, this::isComplete);
      for (Table table : tables.values()) {
        List<SourceRecord> expected = table.expected();
        List<SourceRecord> published = of(table, worker.published());
        assertThat(published.stream().map(Scene::text))
            .as("%s after record %d", table.name, table.stored)
            .isEqualTo(
                expected.subList(table.stored, expected.size()).stream()
                    .map(Scene::text)
                    .limit(published.size())
                    .toList());
        published.forEach(this::requireHeaders);
        table.stored += of(table, worker.flushed()).size();
        if (options.delivery == Delivery.AT_LEAST_ONCE && isInPair(expected, table.stored)) {
          table.stored--;
        }
        table.notified.addAll(notifications(table));
      }
      if (options.delivery == Delivery.CONNECTOR) {
        requireCommits();
      }
    }

    /** Whether all records are published, and, without an end of the run, the last notification. */
    private boolean isComplete() {
      return tables.values().stream()
          .allMatch(
              table ->
                  table.stored + of(table, worker.published()).size() == table.expected().size()
                      && isReached(table)
                      && (!table.hasSnapshotRows()
                          || table.notified.contains("COMPLETED")
                          || notifications(table).contains("COMPLETED")));
    }

    /** Whether the newest version is published, with or without records. */
    private boolean isReached(Table table) {
      return worker
          .reached(table.name)
          .filter(offset -> offset.isCompleted())
          .filter(offset -> offset.version() >= table.world.table().version())
          .isPresent();
    }

    /** Returns the types of the notifications of the current run. */
    private List<String> notifications(Table table) {
      return worker.published().stream()
          .filter(record -> isNotification(record) && tableOf(record).equals(table.name))
          .map(record -> ((Struct) record.value()).getString("type"))
          .toList();
    }

    private static String tableOf(SourceRecord record) {
      return (String) record.sourcePartition().get("table");
    }

    private static boolean isNotification(SourceRecord record) {
      return record.topic().equals("notifications");
    }

    private static boolean isMarker(SourceRecord record) {
      return record.topic().equals("p.transaction");
    }

    /** Whether it is a row, an event or a marker. */
    private static boolean isOfTable(SourceRecord record) {
      return record.topic().startsWith("p.");
    }

    private static List<SourceRecord> of(Table table, List<SourceRecord> records) {
      return records.stream()
          .filter(record -> isOfTable(record) && tableOf(record).equals(table.name))
          .toList();
    }

    private static long version(SourceRecord record) {
      return (Long) record.sourceOffset().get("version");
    }

    /** Whether the event of a delete is before this record, its tombstone. */
    private boolean isInPair(List<SourceRecord> records, int index) {
      return options.hasPairs()
          && index > 0
          && index < records.size()
          && !isMarker(records.get(index))
          && records.get(index).value() == null
          && isDelete(records.get(index - 1));
    }

    private boolean isDelete(SourceRecord record) {
      return !isMarker(record)
          && record.value() instanceof Struct value
          && (options.envelope
              ? "d".equals(value.getString("op"))
              : "delete".equals(value.getString("_change_type")));
    }

    private void requireHeaders(SourceRecord record) {
      if (!isMarker(record)) {
        assertThat(record.headers().lastWithName("delta.change.type") != null)
            .as("headers of %s", record)
            .isEqualTo(
                options.headers.equals("all")
                    || (options.headers.equals("tombstones") && record.value() == null));
      }
    }

    /** Each transaction has one version of one table, and each version one unless it is large. */
    private void requireCommits() {
      Set<List<Object>> versions = new HashSet<>();
      for (List<SourceRecord> transaction : worker.transactions()) {
        Set<List<Object>> here = new HashSet<>();
        transaction.stream()
            .filter(Scene::isOfTable)
            .forEach(record -> here.add(List.of(tableOf(record), version(record))));
        assertThat(here).as("%s", transaction).hasSizeLessThanOrEqualTo(1);
        assertThat(versions.addAll(here) || here.isEmpty() || options.maxRecords < NO_LIMIT)
            .as("%s is not split", here)
            .isTrue();
        assertThat(transaction.stream().filter(Scene::isOfTable).count())
            .isLessThanOrEqualTo(options.maxRecords);
      }
    }

    private void requireNotifications(Table table) {
      if (!options.snapshot) {
        assertThat(table.notified).isEmpty();
      }
      if (!table.hasSnapshotRows()) {
        return;
      }
      assertThat(table.notified).startsWith("STARTED").endsWith("COMPLETED");
      assertThat(table.notified).contains("IN_PROGRESS", "TABLE_SCAN_COMPLETED");
      if (options.delivery != Delivery.AT_LEAST_ONCE) {
        assertThat(table.notified).containsOnlyOnce("COMPLETED");
      }
    }

    /** After the last record, the topic equals the table. */
    private void requireMirror(Table table) {
      if (options.dropsDeletes()) {
        return;
      }
      World world = table.world;
      Map<Integer, Map<Integer, Object>> rows = new TreeMap<>();
      for (SourceRecord record : table.expected()) {
        if (isMarker(record)) {
          continue;
        }
        int key = world.keyOf(List.of(record.key()));
        Struct row = rowOf(record);
        if (row == null) {
          rows.remove(key);
        } else {
          rows.put(key, world.plain(named(row), version(record)));
        }
      }
      long newest = world.table().version();
      Map<Integer, Map<Integer, Object>> shown = new TreeMap<>();
      rows.forEach((key, row) -> shown.put(key, world.shown(row, newest)));
      assertThat(shown).as(table.name).isEqualTo(world.plainRows(newest));
    }

    private @Nullable Struct rowOf(SourceRecord record) {
      if (isDelete(record) || !(record.value() instanceof Struct value)) {
        return null;
      }
      return options.envelope ? value.getStruct("after") : value;
    }

    private static Map<String, Object> named(Struct row) {
      Map<String, Object> named = new LinkedHashMap<>();
      for (Field field : row.schema().fields()) {
        if (!field.name().startsWith("_")) {
          named.put(field.name(), PlainValues.plain(row.get(field)));
        }
      }
      return named;
    }

    /** Returns a record without times and the ID of its snapshot, which differ in each run. */
    private static String text(SourceRecord record) {
      Map<String, Object> headers = new TreeMap<>();
      StreamSupport.stream(record.headers().spliterator(), false)
          .filter(header -> !header.key().equals("delta.snapshot.id"))
          .forEach(header -> headers.put(header.key(), header.value()));
      return "%s %d %s %s %s"
          .formatted(
              record.topic(),
              version(record),
              PlainValues.plain(record.key()),
              value(record.value()),
              headers);
    }

    private static Object value(@Nullable Object value) {
      if (!(value instanceof Struct struct)) {
        return String.valueOf(value);
      }
      Map<String, Object> fields = new LinkedHashMap<>();
      boolean isMarker = struct.schema().field("status") != null;
      for (Field field : struct.schema().fields()) {
        if (!field.name().startsWith("ts_") || isMarker) {
          Object plain =
              field.schema().type().isPrimitive() || !isNested(field)
                  ? PlainValues.plain(struct.get(field))
                  : value(struct.get(field));
          fields.put(field.name(), plain);
        }
      }
      return fields;
    }

    private static boolean isNested(Field field) {
      return field.name().equals("source") || field.name().equals("transaction");
    }

    void end() {
      worker.close();
      tables.values().stream()
          .map(table -> table.reader)
          .filter(reader -> reader != null)
          .forEach(TableReader::close);
      HistoryTables.delete(directory);
    }
  }
}
