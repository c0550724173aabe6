package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.metrics.TableMetrics;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.source.transaction.ConnectorTransactions;
import io.deltacdf.connect.source.transaction.TransactionLimits;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CommitsAfterRecords;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.source.SourceRecord;

/** The transactions in which random histories are handed over. */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class TransactionPropertiesTest {
  private static final Storage STORAGE = Storage.open(Map.of());
  private static final Duration HOUR = Duration.ofHours(1);

  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(8);
  }

  @Provide
  Arbitrary<String> deletes() {
    return Arbitraries.of("tombstone", "rewrite-with-tombstone");
  }

  /** The largest number is more than any commit has. */
  @Provide
  Arbitrary<Integer> maxRecords() {
    return Arbitraries.of(2, 3, 7, 100_000);
  }

  /** Small queues are full of commits that are not complete. */
  @Provide
  Arbitrary<Long> queueBytes() {
    return Arbitraries.of(1L, 2_000L, 1L << 20);
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void eachCommitIsATransactionUnlessItIsTooLarge(
      @ForAll("histories") History history,
      @ForAll("deletes") String deletes,
      @ForAll("maxRecords") int maxRecords,
      @ForAll("queueBytes") long queueBytes) {
    HistoryTables.with(
        history,
        world -> {
          HistoryReader reader =
              new HistoryReader(world, Map.of("delete.tombstone.handling.mode", deletes));
          Map<String, String> start = Map.of("start.version", String.valueOf(world.firstStart()));
          List<SourceRecord> expected = reader.changes(world.firstStart());
          TransactionLimits limits = new TransactionLimits(maxRecords, HOUR, Long.MAX_VALUE);

          Transactions transactions =
              run(reader.config(start), world.table().path(), 3, limits, queueBytes, expected);

          transactions.ofTable.forEach(
              (table, batches) -> {
                assertThat(transactions.splits.get(table))
                    .as("the splits that are counted of %s", table)
                    .isEqualTo(requireCommits(batches, maxRecords));
                List<SourceRecord> all = batches.stream().flatMap(List::stream).toList();
                assertThat(HistoryLaws.texts(all))
                    .as("the records of %s", table)
                    .isEqualTo(HistoryLaws.texts(expected));
              });
        });
  }

  /** What exactly-once delivery needs, whoever defines the transactions. */
  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void aRestartAfterAnyTransactionRepeatsNothing(
      @ForAll("histories") History history,
      @ForAll("maxRecords") int maxRecords,
      @ForAll boolean ofConnector) {
    HistoryTables.with(
        history,
        world -> {
          HistoryReader reader =
              new HistoryReader(
                  world, Map.of("delete.tombstone.handling.mode", "rewrite-with-tombstone"));
          Map<String, String> start = Map.of("start.version", String.valueOf(world.firstStart()));
          List<SourceRecord> expected = reader.changes(world.firstStart());
          TransactionLimits limits = new TransactionLimits(maxRecords, HOUR, Long.MAX_VALUE);

          Transactions transactions =
              run(
                  reader.config(start),
                  world.table().path(),
                  1,
                  ofConnector ? limits : null,
                  1 << 20,
                  expected);

          int handedOver = 0;
          for (List<SourceRecord> batch : transactions.all) {
            handedOver += batch.size();
            Map<String, ?> stored = batch.get(batch.size() - 1).sourceOffset();
            assertThat(HistoryLaws.texts(reader.resume(stored)))
                .as("after %s", stored)
                .isEqualTo(HistoryLaws.texts(expected.subList(handedOver, expected.size())));
          }
        });
  }

  /** Returns how often commits went on in another transaction. */
  private static long requireCommits(List<List<SourceRecord>> batches, int maxRecords) {
    Map<Object, Integer> parts = new LinkedHashMap<>();
    Map<Object, Integer> sizes = new LinkedHashMap<>();
    for (List<SourceRecord> batch : batches) {
      Object version = OnDisk.version(batch.get(0));
      assertThat(batch).as("one commit").allMatch(it -> OnDisk.version(it).equals(version));
      assertThat(batch).hasSizeLessThanOrEqualTo(maxRecords);
      parts.merge(version, 1, Integer::sum);
      sizes.merge(version, batch.size(), Integer::sum);
    }
    sizes.forEach(
        (version, size) -> {
          // A delete and its tombstone are not separated.
          int fewest = (size + maxRecords - 1) / maxRecords;
          int most = size <= maxRecords ? 1 : (size + maxRecords - 2) / (maxRecords - 1);
          assertThat(parts.get(version))
              .as("transactions of version %s with %d records", version, size)
              .isBetween(fewest, most);
        });
    return (long) batches.size() - parts.size();
  }

  /** The transactions that Connect commits, without heartbeats. */
  private static final class Transactions implements CommitsAfterRecords {
    private final List<List<SourceRecord>> all = new ArrayList<>();
    private final Map<String, List<List<SourceRecord>>> ofTable = new HashMap<>();
    private final Map<String, Long> splits = new HashMap<>();
    private SourceRecord requested;

    /** Does with a batch what Connect does with it. */
    void send(List<SourceRecord> batch, boolean isPoll) {
      List<SourceRecord> open = new ArrayList<>();
      for (SourceRecord record : batch) {
        open.add(record);
        if (isPoll ? open.size() == batch.size() : record == requested) {
          add(open);
          open = new ArrayList<>();
        }
      }
      assertThat(open).as("open at the next poll").isEmpty();
    }

    private void add(List<SourceRecord> records) {
      assertThat(records).allMatch(it -> it.sourcePartition() != null);
      List<SourceRecord> rows = records.stream().filter(it -> it.topic().startsWith("p.")).toList();
      if (!rows.isEmpty()) {
        all.add(rows);
        String table = String.valueOf(rows.get(0).sourcePartition());
        ofTable.computeIfAbsent(table, any -> new ArrayList<>()).add(rows);
      }
    }

    @Override
    public void commitTransaction(SourceRecord record) {
      requested = record;
    }
  }

  /** Publishes a table under several names until each has as many records as expected. */
  private static Transactions run(
      DeltaSourceConfig config,
      String path,
      int names,
      TransactionLimits limits,
      long queueBytes,
      List<SourceRecord> expected) {
    Map<String, String> props = new HashMap<>(config.originalsStrings());
    List<String> tables = new ArrayList<>(List.of(HistoryReader.TABLE));
    for (int i = 1; i < names; i++) {
      String name = HistoryReader.TABLE + i;
      tables.add(name);
      config
          .originalsStrings()
          .forEach(
              (option, value) ->
                  props.put(
                      option.replace("tables." + HistoryReader.TABLE + ".", "tables." + name + "."),
                      value));
    }
    props.put("tables", String.join(",", tables));
    props.put("reader.threads", "2");
    props.put("max.queue.size.in.bytes", String.valueOf(queueBytes));
    props.put("max.batch.size", limits == null ? "2" : "1");
    DeltaSourceConfig all = new DeltaSourceConfig(props);
    Transactions transactions = new Transactions();
    TaskReaders readers =
        TaskReaders.start(
            all.tables().stream()
                .map(
                    table ->
                        new TaskReaders.Source(
                            DeltaTables.open(table.name(), path, STORAGE), table, Optional::empty))
                .toList(),
            all.records(),
            all.flow(),
            limits,
            partitions -> Map.of());
    ConnectorTransactions defined =
        new ConnectorTransactions(limits == null ? null : transactions, all.flow());
    try {
      int missing = names * expected.size();
      while (missing > 0) {
        List<SourceRecord> batch = defined.handOver(readers.poll(), readers::commitSplit);
        if (batch != null) {
          missing -= (int) batch.stream().filter(it -> it.topic().startsWith("p.")).count();
          transactions.send(batch, limits == null);
        }
      }
      for (TableMetrics table : readers.tableMetrics()) {
        transactions.splits.put(
            String.valueOf(SourceOffsetCodec.sourcePartition(table.table())),
            table.streaming().commitSplits());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nothing interrupts this task", e);
    } finally {
      readers.stop();
    }
    return transactions;
  }
}
