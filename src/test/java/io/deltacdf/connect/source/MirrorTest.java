package io.deltacdf.connect.source;

import static io.deltacdf.connect.source.Orders.STATE;
import static io.deltacdf.connect.source.Orders.offset;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeFile.Row;
import io.deltacdf.connect.table.FakeTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For commits of any form, the compacted topic equals the table, and a restart changes nothing. */
class MirrorTest {
  private static final int VERSIONS = 12;
  private static final int KEYS = 25;

  /** 20 histories, or 200 with {@code bin/verify --full}. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("deltacdf.full") ? 200 : 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theTopicEqualsTheTableAtEachVersion(long seed) throws Exception {
    Writer writer = new Writer(seed);
    for (int version = 0; version < VERSIONS; version++) {
      writer.commit();
    }
    List<SourceRecord> records = run(writer.table, Optional.empty());

    for (int version = 0; version < VERSIONS; version++) {
      assertThat(fold(records, version)).as("version %d", version).isEqualTo(writer.at(version));
    }
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      int at = random.nextInt(records.size());
      assertThat(run(writer.table, offset(records.get(at))))
          .as("after %s", records.get(at).sourceOffset())
          .isEqualTo(records.subList(at + 1, records.size()));
    }
  }

  private static List<SourceRecord> run(FakeTable table, Optional<SourceOffset> stored)
      throws InterruptedException {
    return ReaderRuns.run(table, Options.orders("start.version", "0"), stored);
  }

  private static Map<Long, String> fold(List<SourceRecord> records, long version) {
    Map<Long, String> mirror = new TreeMap<>();
    for (SourceRecord record : records) {
      if ((Long) record.sourceOffset().get("version") > version) {
        break;
      }
      if (record.value() == null) {
        mirror.remove((Long) record.key());
      } else {
        mirror.put((Long) record.key(), ((Struct) record.value()).getString("name"));
      }
    }
    return mirror;
  }

  /** Writes random commits: change files with rows in any order, and overwrites. */
  private static final class Writer {
    final FakeTable table;
    private final Random random;
    private final List<Map<Long, String>> versions = new ArrayList<>();
    private Map<Long, String> rows = new TreeMap<>();
    private int values;

    Writer(long seed) {
      random = new Random(seed);
      table = new FakeTable("orders", 1 + random.nextInt(7));
      table.snapshot(VERSIONS, STATE);
    }

    Map<Long, String> at(int version) {
      return versions.get(version);
    }

    void commit() {
      FakeFile[] files = random.nextInt(4) == 0 ? overwrite() : changes();
      table.commit(versions.size(), STATE, STATE, files);
      versions.add(new TreeMap<>(rows));
    }

    private FakeFile[] overwrite() {
      Row[] old =
          rows.entrySet().stream()
              .map(row -> FakeFile.delete(row.getKey(), row.getValue()))
              .toArray(Row[]::new);
      rows = new TreeMap<>();
      for (int i = random.nextInt(15); i > 0; i--) {
        rows.put((long) random.nextInt(KEYS), value());
      }
      Row[] added =
          rows.entrySet().stream()
              .map(row -> FakeFile.insert(row.getKey(), row.getValue()))
              .toArray(Row[]::new);
      List<FakeFile> files = new ArrayList<>();
      files.add(FakeFile.added("new", STATE, added));
      files.add(FakeFile.removed("old", STATE, old));
      Collections.shuffle(files, random);
      return files.toArray(FakeFile[]::new);
    }

    private FakeFile[] changes() {
      List<List<Row>> units = new ArrayList<>();
      Map<Long, String> after = new TreeMap<>();
      Map<Long, String> moved = new TreeMap<>();
      rows.forEach(
          (key, name) -> {
            switch (random.nextInt(5)) {
              case 0 -> units.add(List.of(FakeFile.delete(key, name)));
              case 1 -> moved.put(key, name);
              case 2 -> {
                String changed = value();
                units.addAll(update(key, name, key, changed));
                after.put(key, changed);
              }
              default -> after.put(key, name);
            }
          });
      // A key that a row loses in this commit can be given to another row in it.
      moved.forEach((key, name) -> units.addAll(update(key, name, put(after, name), name)));
      for (int i = random.nextInt(6); i > 0; i--) {
        String name = value();
        units.add(List.of(FakeFile.insert(put(after, name), name)));
      }
      rows = after;
      return files(units);
    }

    private long put(Map<Long, String> after, String name) {
      long key = random.nextInt(KEYS);
      while (after.containsKey(key)) {
        key++;
      }
      after.put(key, name);
      return key;
    }

    /** Writes one update; most of its rows are next to each other. */
    private List<List<Row>> update(long key, String name, long newKey, String newName) {
      Row preimage = FakeFile.preimage(key, name);
      Row postimage = FakeFile.postimage(newKey, newName);
      return random.nextInt(4) == 0
          ? List.of(List.of(preimage), List.of(postimage))
          : List.of(List.of(preimage, postimage));
    }

    private FakeFile[] files(List<List<Row>> units) {
      Collections.shuffle(units, random);
      List<FakeFile> files = new ArrayList<>();
      int from = 0;
      while (from < units.size()) {
        int to = Math.min(units.size(), from + 1 + random.nextInt(10));
        Row[] changes =
            Stream.of(units.subList(from, to))
                .flatMap(List::stream)
                .flatMap(List::stream)
                .toArray(Row[]::new);
        files.add(FakeFile.cdc("cdc-" + files.size(), STATE, changes));
        from = to;
      }
      return files.toArray(FakeFile[]::new);
    }

    private String value() {
      return "v" + values++;
    }
  }
}
