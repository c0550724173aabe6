package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.histories.PlainValues;
import io.deltacdf.connect.testing.histories.World;
import io.deltacdf.connect.testing.histories.World.RawChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.apache.kafka.connect.source.SourceRecord;

/** Properties that hold for the records of every history. */
final class HistoryLaws {
  private HistoryLaws() {}

  /** The schema of the keys never changes, so equal keys have equal bytes. */
  static void requireOneKeySchema(List<SourceRecord> records) {
    assertThat(records.stream().map(SourceRecord::keySchema).distinct().count())
        .isLessThanOrEqualTo(1);
  }

  /**
   * After each version, the topic equals the table.
   *
   * @param derived the versions with derived changes
   */
  static void requireMirror(World world, Map<String, String> options, LongPredicate derived) {
    long first = world.firstStart();
    List<SourceRecord> records = new HistoryReader(world, options).changes(first);

    requireOneKeySchema(records);
    Topic topic = new Topic(world, first - 1);
    for (long version = first; version <= world.table().version(); version++) {
      List<Published> published = Published.of(of(version, records), world);
      if (derived.test(version)) {
        requireDifference(world, version, published);
      } else {
        requireConsolidated(world, version, published);
      }
      published.forEach(topic);
      assertThat(topic.rows(version))
          .as("topic at version %d", version)
          .isEqualTo(world.plainRows(version));
    }
    assertThat(from(first, records)).hasSameSizeAs(records);
  }

  /** A snapshot has all rows of a version, and the changes after it follow. */
  static void requireSnapshot(
      World world, HistoryReader reader, long version, List<SourceRecord> changes) {
    HistoryReader configured = reader.at(version);
    List<SourceRecord> snapshot = configured.snapshot(version);
    List<Published> published = Published.of(snapshot, world);
    assertThat(published)
        .as("snapshot of version %d", version)
        .containsExactlyInAnyOrderElementsOf(
            world.plainRows(version).entrySet().stream()
                .map(row -> new Published(version, "read", row.getKey(), row.getValue()))
                .toList());
    if (!snapshot.isEmpty()) {
      SourceRecord last = snapshot.get(snapshot.size() - 1);
      assertThat(texts(configured.resume(last.sourceOffset())))
          .as("after the snapshot of version %d", version)
          .isEqualTo(texts(from(version + 1, changes)));
    }
  }

  /**
   * Deletes come first, each key has one record, and the records match the commit's change rows.
   * Unchanged rows have no record.
   */
  static void requireConsolidated(World world, long version, List<Published> published) {
    requireDeletesFirst(version, published);
    assertThat(published.stream().map(Published::key))
        .as("keys of version %d", version)
        .doesNotHaveDuplicates();
    Map<Integer, Published> byKey = new TreeMap<>();
    published.forEach(record -> byKey.put(record.key(), record));
    assertThat(byKey).as("version %d", version).isEqualTo(expected(world, version, byKey));
  }

  /**
   * For derived changes: deletes come first, each key has one record, and the records equal the
   * difference between the table before and after, in the columns that both have: values that a
   * RESTORE brings back with a dropped column are no change. A version that changes the schema may
   * publish rows that are otherwise equal.
   */
  static void requireDifference(World world, long version, List<Published> published) {
    requireDeletesFirst(version, published);
    assertThat(published.stream().map(Published::key))
        .as("keys of version %d", version)
        .doesNotHaveDuplicates();
    Map<Integer, Map<Integer, Object>> before = before(world, version);
    Map<Integer, Map<Integer, Object>> after = world.plainRows(version);
    boolean schemaChanged = changesSchema(world, version);
    Map<Integer, Published> byKey = new TreeMap<>();
    for (Published record : published) {
      Map<Integer, Object> row = after.get(record.key());
      if (!schemaChanged
          || row == null
          || !common(world, version, row).equals(before.get(record.key()))) {
        byKey.put(record.key(), record);
      }
    }
    Map<Integer, Published> expected = new TreeMap<>();
    before.forEach(
        (key, row) -> {
          if (!after.containsKey(key)) {
            expected.put(key, new Published(version, "delete", key, null));
          }
        });
    after.forEach(
        (key, row) -> {
          if (!common(world, version, row).equals(before.get(key))) {
            String type = before.containsKey(key) ? "update_postimage" : "insert";
            expected.put(key, new Published(version, type, key, row));
          }
        });
    assertThat(byKey).as("version %d", version).isEqualTo(expected);
  }

  /** Returns the rows before a version without the columns that it drops. */
  private static Map<Integer, Map<Integer, Object>> before(World world, long version) {
    return version == 0 ? Map.of() : new Topic(world, version - 1).rows(version);
  }

  /** Returns a row of a version with the columns that the version before has too. */
  private static Map<Integer, Object> common(World world, long version, Map<Integer, Object> row) {
    return version == 0 ? row : world.shown(row, version - 1);
  }

  /** Returns a record's row, restricted to the columns of a version. */
  private static Map<Integer, Object> shown(Published record, World world, long version) {
    Topic topic = new Topic(world, -1);
    topic.accept(record);
    return topic.rows(version).get(record.key());
  }

  private static boolean changesSchema(World world, long version) {
    return version > 0 && !world.at(version).columns().equals(world.at(version - 1).columns());
  }

  /**
   * For changes derived by row id: each preimage is a row of the table before, and replacing the
   * preimages by the postimages gives the table after, in the columns that both have.
   */
  static void requireLeadsOn(World world, long version, List<Published> published) {
    List<Map<Integer, Object>> rows = new ArrayList<>(before(world, version).values());
    for (Published record : published) {
      if (record.isPreimageOrDelete()) {
        Map<Integer, Object> row = shown(record, world, version);
        assertThat(rows.remove(row)).as("%s was a row", record).isTrue();
      }
    }
    for (Published record : published) {
      if (!record.isPreimageOrDelete()) {
        rows.add(common(world, version, record.row()));
      }
    }
    assertThat(rows)
        .as("version %d", version)
        .containsExactlyInAnyOrderElementsOf(
            world.plainRows(version).values().stream()
                .map(row -> common(world, version, row))
                .toList());
    assertThat(published.stream().filter(record -> record.type().equals("update_preimage")))
        .hasSameSizeAs(
            published.stream().filter(record -> record.type().equals("update_postimage")).toList());
  }

  private static Map<Integer, Published> expected(
      World world, long version, Map<Integer, Published> published) {
    Map<Integer, RawChange> preimages = new HashMap<>();
    Map<Integer, RawChange> postimages = new TreeMap<>();
    for (RawChange change : world.rawChanges(version)) {
      RawChange twin = (change.isNew() ? postimages : preimages).put(change.key(), change);
      if (twin != null) {
        throw new IllegalStateException("The key of " + change + " is not unique");
      }
    }
    boolean schemaChanged = changesSchema(world, version);
    Map<Integer, Published> expected = new TreeMap<>();
    preimages.forEach(
        (key, old) -> {
          if (!postimages.containsKey(key)) {
            expected.put(key, new Published(version, "delete", key, null));
          }
        });
    postimages.forEach(
        (key, change) -> {
          RawChange old = preimages.get(key);
          String type = old == null ? "insert" : "update_postimage";
          if (old == null
              && change.type().equals("update_postimage")
              && published.containsKey(key)) {
            // Without a preimage, it is unknown whether the key existed before.
            type = published.get(key).type();
          }
          if (old == null || schemaChanged || !old.row().equals(change.row())) {
            expected.put(key, new Published(version, type, key, change.row()));
          }
        });
    return expected;
  }

  /**
   * With {@code commit.consolidation=none} and {@code include.preimages=true}: the records are the
   * commit's change rows. If the table has a key, preimages and deletes come first.
   */
  static void requireRaw(World world, long version, boolean keyed, List<Published> published) {
    List<Published> expected =
        world.rawChanges(version).stream()
            .map(
                change ->
                    new Published(
                        version,
                        change.type(),
                        keyed ? change.key() : -1,
                        keyed && change.type().equals("delete") ? null : change.row()))
            .toList();
    assertThat(published)
        .as("rows of version %d", version)
        .containsExactlyInAnyOrderElementsOf(expected);
    if (keyed) {
      requireDeletesFirst(version, published);
    }
  }

  private static void requireDeletesFirst(long version, List<Published> published) {
    assertThat(published.stream().map(record -> !record.isPreimageOrDelete()))
        .as("preimages and deletes first in version %d: %s", version, published)
        .isSorted();
  }

  /** Returns the records of a version and those after it. */
  static List<SourceRecord> from(long version, List<SourceRecord> records) {
    return records.stream().filter(record -> Published.version(record) >= version).toList();
  }

  /** Returns the records of a version. */
  static List<SourceRecord> of(long version, List<SourceRecord> records) {
    return records.stream().filter(record -> Published.version(record) == version).toList();
  }

  /** Returns records without their offsets as texts. */
  static List<String> texts(List<SourceRecord> records) {
    return records.stream().map(HistoryLaws::text).toList();
  }

  private static String text(SourceRecord record) {
    return record.headers().lastWithName("delta.commit.version").value()
        + " "
        + record.headers().lastWithName("delta.change.type").value()
        + " "
        + PlainValues.plain(record.key())
        + " "
        + PlainValues.plain(record.value());
  }
}
