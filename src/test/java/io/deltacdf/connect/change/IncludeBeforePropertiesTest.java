package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.ChangeTexts.keyFirst;
import static io.deltacdf.connect.change.ChangeTexts.positions;
import static io.deltacdf.connect.change.ChangeTexts.texts;
import static io.deltacdf.connect.change.KeyCommits.ALL_KEYS;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.byKey;
import static io.deltacdf.connect.change.KeyCommits.publishingAll;
import static io.deltacdf.connect.change.KeyCommits.withBefore;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.Position;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.log.Commit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random commits, published with the rows before changes. These rows are those of the reference,
 * and everything else is the same as without them, for any number of keys and bytes that may be
 * held. Each position resumes with exactly the remaining changes.
 */
class IncludeBeforePropertiesTest {
  /** A row takes 22 bytes, or 17 without a name. */
  private static final long[] MAX_BYTES = {PreimageBuffer.MAX_BYTES, 100, 44, 0};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void changesHaveTheRowsBeforeThemOfTheReference(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      boolean skip = random.nextInt(3) > 0;
      FakeFile[] files = RandomCommits.files(random);
      FakeTable table = new FakeTable("t", 1 + random.nextInt(7));
      Commit commit = table.commit(1, STATE, STATE, files);
      Map<Long, List<String>> expected =
          new ReferenceConsolidation(files, skip).changesWithBefore();
      for (int maxKeys : new int[] {ALL_KEYS, 10, 3, 1}) {
        check(table, commit, skip ? byKey(maxKeys) : publishingAll(maxKeys), expected);
      }
      assertThat(table.openHandles()).isZero();
    }
  }

  private static void check(
      FakeTable table, Commit commit, CommitOptions plain, Map<Long, List<String>> expected)
      throws InterruptedException {
    CommitOptions options = withBefore(plain);
    List<String> all = texts(open(table, commit, options, null, PreimageBuffer.MAX_BYTES));

    assertThat(new TreeMap<>(all.stream().collect(groupingBy(IncludeBeforePropertiesTest::key))))
        .isEqualTo(expected);
    assertThat(all.stream().map(IncludeBeforePropertiesTest::withoutBefore))
        .as("the changes without the rows before them, in the same order")
        .isEqualTo(
            texts(open(table, commit, plain, null, 0)).stream()
                .map(IncludeBeforePropertiesTest::withoutBefore)
                .toList());
    for (long maxBytes : MAX_BYTES) {
      List<Position> positions = positions(open(table, commit, options, null, maxBytes));
      for (int i = -1; i < positions.size(); i++) {
        Position from = i < 0 ? null : positions.get(i);
        assertThat(texts(open(table, commit, options, from, maxBytes)))
            .as("%s in %d bytes after %s", options, maxBytes, from)
            .isEqualTo(all.subList(i + 1, all.size()));
      }
    }
  }

  private static VersionChanges open(
      FakeTable table, Commit commit, CommitOptions options, Position from, long maxBytes) {
    return CommitChanges.open(table, commit, options, keyFirst(1), from, maxBytes);
  }

  private static long key(String change) {
    return Long.parseLong(change.replaceFirst("^[A-Z]+ (\\d+),.*$", "$1"));
  }

  /** Returns the operation with the row after it, or with the deleted key. */
  private static String withoutBefore(String change) {
    return change.replaceFirst("^(DELETE \\d+),.*$", "$1").replaceFirst(" .* -> ", " ");
  }
}
