package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.ChangeTexts.positions;
import static io.deltacdf.connect.change.KeyCommits.ALL_KEYS;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.open;
import static io.deltacdf.connect.change.KeyCommits.texts;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
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
 * The changes of random commits are those of the reference, for any number of keys that may be
 * held. Each position resumes with exactly the remaining changes.
 */
class ConsolidationPropertiesTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void changesAreThoseOfTheReference(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < 60; i++) {
      boolean skip = random.nextInt(3) > 0;
      FakeFile[] files = RandomCommits.files(random);
      Map<Long, List<String>> expected = new ReferenceConsolidation(files, skip).changes();
      for (int maxKeys : new int[] {ALL_KEYS, 10, 3, 1}) {
        check(
            new CommitOptions(
                ChangeFeed.REQUIRE, Consolidation.KEY, true, maxKeys, skip, false, false),
            new FakeTable("t", 1 + random.nextInt(7)),
            files,
            expected);
      }
    }
  }

  private static void check(
      CommitOptions options, FakeTable table, FakeFile[] files, Map<Long, List<String>> expected)
      throws InterruptedException {
    Commit commit = table.commit(1, STATE, STATE, files);
    List<String> all = texts(open(table, commit, options, null));
    assertThat(new TreeMap<>(all.stream().collect(groupingBy(ConsolidationPropertiesTest::key))))
        .isEqualTo(expected);
    if (options.maxKeys() == ALL_KEYS) {
      assertThat(all.stream().map(change -> !change.startsWith("DELETE"))).isSorted();
    }
    List<Position> positions = positions(open(table, commit, options, null));
    for (int i = 0; i < positions.size(); i++) {
      assertThat(texts(open(table, commit, options, positions.get(i))))
          .as("%s after %s", options, positions.get(i))
          .isEqualTo(all.subList(i + 1, all.size()));
    }
    assertThat(table.openHandles()).isZero();
  }

  private static long key(String change) {
    return Long.parseLong(change.replaceFirst("^[A-Z]+ (\\d+),.*$", "$1"));
  }
}
