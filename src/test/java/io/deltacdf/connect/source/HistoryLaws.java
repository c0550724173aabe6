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
import org.apache.kafka.connect.source.SourceRecord;

/** What holds for the records of every history. */
final class HistoryLaws {
  private HistoryLaws() {}

  /** Nothing ever changes the bytes of a key but the key. */
  static void requireOneKeySchema(List<SourceRecord> records) {
    assertThat(records.stream().map(SourceRecord::keySchema).distinct().count())
        .isLessThanOrEqualTo(1);
  }

  /**
   * Deletes first, one record for a key, and exactly those that the commit's change rows ask for:
   * nothing for a row that did not change.
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
   * Of derived changes: deletes first, one record for a key, and exactly what differs between the
   * table before and after. A version that changes the schema may publish rows that are equal but
   * for that.
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
      if (!schemaChanged || row == null || !row.equals(before.get(record.key()))) {
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
          if (!row.equals(before.get(key))) {
            String type = before.containsKey(key) ? "update_postimage" : "insert";
            expected.put(key, new Published(version, type, key, row));
          }
        });
    assertThat(byKey).as("version %d", version).isEqualTo(expected);
  }

  /** The rows before a version, without the columns that it drops: their loss changes no row. */
  private static Map<Integer, Map<Integer, Object>> before(World world, long version) {
    return version == 0 ? Map.of() : new Topic(world, version - 1).rows(version);
  }

  /** A record's row by the columns of a version. */
  private static Map<Integer, Object> shown(Published record, World world, long version) {
    Topic topic = new Topic(world, -1);
    topic.accept(record);
    return topic.rows(version).get(record.key());
  }

  private static boolean changesSchema(World world, long version) {
    return version > 0 && !world.at(version).columns().equals(world.at(version - 1).columns());
  }

  /**
   * Of changes that are derived by row id: the old rows are rows of the table before, and with the
   * new ones in their place they are the table after, as far as columns are in both.
   */
  static void requireLeadsOn(World world, long version, List<Published> published) {
    List<Map<Integer, Object>> rows = new ArrayList<>(before(world, version).values());
    for (Published record : published) {
      if (record.isOld()) {
        Map<Integer, Object> row = shown(record, world, version);
        assertThat(rows.remove(row)).as("%s was a row", record).isTrue();
      }
    }
    for (Published record : published) {
      if (!record.isOld()) {
        rows.add(record.row());
      }
    }
    assertThat(rows)
        .as("version %d", version)
        .containsExactlyInAnyOrderElementsOf(world.plainRows(version).values());
    assertThat(published.stream().filter(record -> record.type().equals("update_preimage")))
        .hasSameSizeAs(
            published.stream().filter(record -> record.type().equals("update_postimage")).toList());
  }

  private static Map<Integer, Published> expected(
      World world, long version, Map<Integer, Published> published) {
    Map<Integer, RawChange> olds = new HashMap<>();
    Map<Integer, RawChange> news = new TreeMap<>();
    for (RawChange change : world.rawChanges(version)) {
      RawChange twin = (change.isNew() ? news : olds).put(change.key(), change);
      if (twin != null) {
        throw new IllegalStateException("The key of " + change + " is not unique");
      }
    }
    boolean schemaChanged = changesSchema(world, version);
    Map<Integer, Published> expected = new TreeMap<>();
    olds.forEach(
        (key, old) -> {
          if (!news.containsKey(key)) {
            expected.put(key, new Published(version, "delete", key, null));
          }
        });
    news.forEach(
        (key, change) -> {
          RawChange old = olds.get(key);
          String type = old == null ? "insert" : "update_postimage";
          if (old == null
              && change.type().equals("update_postimage")
              && published.containsKey(key)) {
            // Nothing tells whether a key without its old row was there before.
            type = published.get(key).type();
          }
          if (old == null || schemaChanged || !old.row().equals(change.row())) {
            expected.put(key, new Published(version, type, key, change.row()));
          }
        });
    return expected;
  }

  /**
   * With {@code commit.consolidation=none} and {@code include.preimages=true}: the commit's change
   * rows; those of a table with a key have the old rows first.
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
    assertThat(published.stream().map(record -> !record.isOld()))
        .as("old rows first in version %d: %s", version, published)
        .isSorted();
  }

  /** The records from a version on. */
  static List<SourceRecord> from(long version, List<SourceRecord> records) {
    return records.stream().filter(record -> Published.version(record) >= version).toList();
  }

  /** The records of a version. */
  static List<SourceRecord> of(long version, List<SourceRecord> records) {
    return records.stream().filter(record -> Published.version(record) == version).toList();
  }

  /** Records without their offsets, one a line. */
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
