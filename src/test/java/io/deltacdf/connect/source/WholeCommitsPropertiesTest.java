package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.consumer.WholeCommits;
import io.deltacdf.connect.testing.histories.Histories;
import io.deltacdf.connect.testing.histories.History;
import io.deltacdf.connect.testing.histories.HistoryTables;
import io.deltacdf.connect.testing.histories.HistoryTries;
import io.deltacdf.connect.testing.histories.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.PropagationMode;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/**
 * Random histories with {@code provide.transaction.metadata}, whose connector is killed at each
 * position: a consumer that follows the documented rules applies each commit once and as a whole.
 */
@AddLifecycleHook(value = HistoryTries.class, propagateTo = PropagationMode.ALL_DESCENDANTS)
class WholeCommitsPropertiesTest {
  private static final String MARKERS = "p.transaction";
  private static final int PARTITIONS = 3;

  @Provide
  Arbitrary<History> histories() {
    return Histories.histories(8);
  }

  @Provide
  Arbitrary<History> recorded() {
    return Histories.recorded(8);
  }

  @Provide
  Arbitrary<Map<String, String>> options() {
    return Arbitraries.of(
        List.of(
            Map.of(),
            Map.of("consolidation.max.keys", "1"),
            Map.of("consolidation.max.keys", "3"),
            Map.of("skip.messages.without.change", "false"),
            Map.of("commit.consolidation", "none"),
            Map.of("change.feed", "derive")));
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void aKillAtEachPositionRepeatsOnlyWholeCommits(
      @ForAll("recorded") History history,
      @ForAll("options") Map<String, String> options,
      @ForAll long seed) {
    requireWholeCommits(history, options, options, seed);
  }

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE)
  void aKillAtEachPositionOfDerivedChangesRepeatsOnlyWholeCommits(
      @ForAll("histories") History history, @ForAll long seed) {
    Map<String, String> options = Map.of("consolidation.max.keys", "2");
    requireWholeCommits(history, options, options, seed);
  }

  @Property(tries = 20, edgeCases = EdgeCasesMode.NONE)
  void optionsThatChangeTheEventsOfACommitDoNotMixThem(
      @ForAll("recorded") History history,
      @ForAll("options") Map<String, String> before,
      @ForAll("options") Map<String, String> after,
      @ForAll long seed) {
    requireWholeCommits(history, before, after, seed);
  }

  /** Kills the connector at each position, and once more at a random position of the second run. */
  private static void requireWholeCommits(
      History history, Map<String, String> before, Map<String, String> after, long seed) {
    HistoryTables.with(
        history,
        world -> {
          Random random = new Random(seed);
          long first = world.firstStart();
          HistoryReader firstRun = new HistoryReader(world, marked(before));
          HistoryReader laterRuns = new HistoryReader(world, marked(after));
          List<SourceRecord> all = firstRun.changes(first);
          requireMarkers(all);
          Map<String, ?> beginning = firstRun.awaited(first);
          for (int killed = 0; killed <= all.size(); killed++) {
            Log log = new Log();
            int stored = log.send(all, killed, random);
            List<SourceRecord> rest = rest(laterRuns, all, stored, beginning);
            int storedNext = log.send(rest, random.nextInt(rest.size() + 1), random);
            Map<String, ?> offset =
                storedNext > 0
                    ? rest.get(storedNext - 1).sourceOffset()
                    : stored > 0 ? all.get(stored - 1).sourceOffset() : beginning;
            List<SourceRecord> last = laterRuns.resume(offset);
            log.send(last, last.size(), null);
            log.requireWholeCommits(world, first, random);
          }
        });
  }

  private static List<SourceRecord> rest(
      HistoryReader reader, List<SourceRecord> all, int stored, Map<String, ?> beginning) {
    return reader.resume(stored == 0 ? beginning : all.get(stored - 1).sourceOffset());
  }

  private static Map<String, String> marked(Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    all.put("provide.transaction.metadata", "true");
    all.put("key.format", "string");
    return all;
  }

  static boolean isMarker(SourceRecord record) {
    return record.topic().equals(MARKERS);
  }

  private static boolean isEnd(SourceRecord record) {
    return isMarker(record) && ((Struct) record.value()).getString("status").equals("END");
  }

  /**
   * BEGIN, the events from 1 on, END with their counts and the only completed offset. A commit
   * without events has an END only.
   */
  private static void requireMarkers(List<SourceRecord> records) {
    Map<String, Long> counts = new TreeMap<>();
    String open = null;
    for (SourceRecord record : records) {
      boolean completed =
          SourceOffsetCodec.read(HistoryReader.TABLE, record.sourceOffset()).isCompleted();
      assertThat(completed).as("%s", record).isEqualTo(isEnd(record));
      if (isEnd(record)) {
        Struct value = (Struct) record.value();
        assertThat(open).isIn(null, value.getString("id"));
        assertThat(value.getBoolean("complete")).isTrue();
        Struct collection = (Struct) value.getArray("data_collections").get(0);
        assertThat(collection.getInt64("create_count"))
            .isEqualTo(counts.getOrDefault("insert", 0L));
        assertThat(collection.getInt64("update_count"))
            .isEqualTo(counts.getOrDefault("update_postimage", 0L));
        assertThat(collection.getInt64("delete_count"))
            .isEqualTo(counts.getOrDefault("delete", 0L));
        assertThat(value.getInt64("event_count"))
            .isEqualTo(counts.values().stream().mapToLong(count -> count).sum());
        open = null;
        counts.clear();
      } else if (isMarker(record)) {
        assertThat(open).isNull();
        open = ((Struct) record.value()).getString("id");
        assertThat(open)
            .isEqualTo(
                HistoryReader.TABLE + ":" + ((Struct) record.value()).getInt64("commit_version"));
      } else {
        counts.merge(header(record, "delta.change.type").toString(), 1L, Long::sum);
        assertThat(header(record, "delta.transaction.id")).isEqualTo(open);
        assertThat(header(record, "delta.transaction.order"))
            .isEqualTo(counts.values().stream().mapToLong(count -> count).sum());
      }
    }
    assertThat(open).isNull();
  }

  private static Object header(SourceRecord record, String name) {
    return record.headers().lastWithName(name).value();
  }

  /** The partitions of the topics. */
  private static final class Log {
    private final List<List<SourceRecord>> partitions = new ArrayList<>();

    Log() {
      for (int i = 0; i <= PARTITIONS; i++) {
        partitions.add(new ArrayList<>());
      }
    }

    /**
     * Sends records until the connector is killed. Each partition has a part of the records that
     * were sent after the last acknowledged one.
     *
     * @param random null to acknowledge all records
     * @return how many records from the first one on are acknowledged and have stored offsets
     */
    int send(List<SourceRecord> records, int killed, @Nullable Random random) {
      int stored = random == null ? killed : random.nextInt(killed + 1);
      boolean[] stuck = new boolean[partitions.size()];
      for (int i = 0; i < killed; i++) {
        int partition = partition(records.get(i));
        if (i >= stored) {
          stuck[partition] |= random != null && random.nextInt(4) == 0;
        }
        if (!stuck[partition]) {
          partitions.get(partition).add(records.get(i));
        }
      }
      return stored;
    }

    private static int partition(SourceRecord record) {
      return isMarker(record) ? PARTITIONS : Math.floorMod(record.key().hashCode(), PARTITIONS);
    }

    /** Reads the partitions at random, each in its order. */
    void requireWholeCommits(World world, long first, Random random) {
      Checked checked = new Checked(world, first);
      WholeCommits<SourceRecord> commits = new WholeCommits<>(checked);
      int[] read = new int[partitions.size()];
      List<Integer> unread = new ArrayList<>(List.of(0, 1, 2, 3));
      while (!unread.isEmpty()) {
        Integer partition = unread.get(random.nextInt(unread.size()));
        List<SourceRecord> records = partitions.get(partition);
        for (int i = random.nextInt(8); i > 0 && read[partition] < records.size(); i--) {
          accept(commits, records.get(read[partition]++), partition);
        }
        if (read[partition] == records.size()) {
          unread.remove(partition);
        }
      }
      assertThat(checked.versions).isEqualTo(checked.allVersions(this));
      assertThat(commits.heldBack()).isEmpty();
      checked.requireRows(world.table().version());
    }

    private static void accept(
        WholeCommits<SourceRecord> commits, SourceRecord record, int partition) {
      if (isEnd(record)) {
        Struct end = (Struct) record.value();
        commits.end(
            end.getString("table"),
            end.getInt64("commit_version"),
            end.getString("id"),
            end.getInt64("event_count"),
            end.getBoolean("complete"),
            record);
      } else if (!isMarker(record)) {
        commits.event(
            header(record, "delta.table").toString(),
            Published.version(record),
            header(record, "delta.transaction.id").toString(),
            (Long) header(record, "delta.transaction.order"),
            partition,
            record);
      }
    }
  }

  /** A copy of the table, which is compared with the table after each commit. */
  private static final class Checked implements WholeCommits.Target<SourceRecord> {
    private final World world;
    private final Topic rows;
    private final List<Long> versions = new ArrayList<>();

    Checked(World world, long first) {
      this.world = world;
      this.rows = new Topic(world, first - 1);
    }

    @Override
    public void apply(String table, long version, List<SourceRecord> events) {
      versions.add(version);
      events.forEach(event -> rows.accept(Published.of(event, world)));
      requireRows(version);
    }

    @Override
    public void applySnapshotRow(String table, SourceRecord row) {
      throw new IllegalStateException("There is no snapshot");
    }

    void requireRows(long version) {
      assertThat(rows.rows(version))
          .as("after version %d", version)
          .isEqualTo(new Topic(world, version).rows(version));
    }

    List<Long> allVersions(Log log) {
      return new ArrayList<>(
          new TreeSet<>(
              log.partitions.get(PARTITIONS).stream()
                  .filter(record -> isEnd(record))
                  .map(Published::version)
                  .toList()));
    }
  }
}
