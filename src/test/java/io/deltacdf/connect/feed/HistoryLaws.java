package io.deltacdf.connect.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.histories.PlainValues;
import io.deltacdf.connect.testing.histories.World;
import io.deltacdf.connect.testing.histories.World.RawChange;
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
    boolean schemaChanged =
        version > 0 && !world.at(version).columns().equals(world.at(version - 1).columns());
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
