package io.deltacdf.connect.change;

import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.ChangeFeed;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeStates;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.table.log.Commit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sources of changes; a dash means that a commit has none. */
class ChangeSourceTest {

  /**
   * Takes the table's features before and after the commit, the commit's files, {@code
   * change.feed}, and the expected sources with and without a key.
   */
  @ParameterizedTest
  @CsvSource({
    // The change data feed is on: it is the source, whatever files the commit has.
    "cdf,     cdf,     add+remove,     auto,    RECORDED, RECORDED",
    "cdf,     cdf,     cdc+add+remove, auto,    RECORDED, RECORDED",
    "cdf+rt,  cdf+rt,  cdc+add+remove, auto,    RECORDED, RECORDED",
    "cdf,     cdf,     cdc+add+remove, require, RECORDED, RECORDED",
    "off,     cdf,     add+remove,     auto,    RECORDED, RECORDED",
    "off,     cdf,     add+remove,     require, RECORDED, RECORDED",
    // The change data feed is off after the commit.
    "off,     off,     add,            require, -,        -",
    "cdf,     off,     add+remove,     require, -,        -",
    "off,     off,     add,            auto,    BY_KEY,   APPENDED",
    "off,     off,     add+remove,     auto,    BY_KEY,   -",
    "off,     off,     remove,         auto,    BY_KEY,   -",
    "cdf,     off,     add+remove,     auto,    BY_KEY,   -",
    "rt,      rt,      add+remove,     auto,    BY_KEY,   BY_ROW_ID",
    "rt,      rt,      add,            auto,    BY_KEY,   APPENDED",
    "off,     rt,      add+remove,     auto,    BY_KEY,   -",
    "rt,      off,     add+remove,     auto,    BY_KEY,   -",
    // Change files are read if there are any.
    "off,     off,     cdc+add+remove, auto,    RECORDED, RECORDED",
    "off,     off,     cdc+add+remove, require, -,        -",
    // The commit changes no data.
    "off,     off,     none,           require, RECORDED, RECORDED",
    "off,     off,     none,           auto,    RECORDED, RECORDED",
    // Changes are always derived from data files.
    "cdf,     cdf,     cdc+add+remove, derive,  BY_KEY,   -",
    "cdf+rt,  cdf+rt,  cdc+add+remove, derive,  BY_KEY,   BY_ROW_ID",
    "cdf,     cdf,     add,            derive,  BY_KEY,   APPENDED",
  })
  void sourceOfACommit(
      String before, String after, String files, String feed, String keyed, String withoutKey) {
    Commit commit = commit(state(before), state(after), files);
    ChangeFeed changeFeed = ChangeFeed.valueOf(feed.toUpperCase(Locale.ROOT));

    assertThat(ChangeSource.of(commit, options(changeFeed, Consolidation.KEY, true)))
        .isEqualTo(expected(keyed));
    assertThat(ChangeSource.of(commit, options(changeFeed, Consolidation.NONE, true)))
        .as("with a key, without consolidation")
        .isEqualTo(expected(withoutKey));
    assertThat(ChangeSource.of(commit, options(changeFeed, Consolidation.NONE, false)))
        .isEqualTo(expected(withoutKey));
  }

  private static Optional<ChangeSource> expected(String source) {
    return source.equals("-") ? Optional.empty() : Optional.of(ChangeSource.valueOf(source));
  }

  private static CommitOptions options(
      ChangeFeed changeFeed, Consolidation consolidation, boolean keyed) {
    return new CommitOptions(changeFeed, consolidation, keyed, 10, true, false, false);
  }

  private static TableState state(String features) {
    return FakeStates.state(
        "id",
        Map.of(
            "delta.enableChangeDataFeed", String.valueOf(features.contains("cdf")),
            "delta.enableRowTracking", String.valueOf(features.contains("rt"))),
        "id long");
  }

  private static Commit commit(TableState before, TableState after, String files) {
    FakeFile[] all =
        files.equals("none")
            ? new FakeFile[0]
            : Arrays.stream(files.split("\\+"))
                .map(
                    kind ->
                        switch (kind) {
                          case "add" -> added("a", after, insert(1L));
                          case "remove" -> removed("r", before, delete(1L));
                          default -> cdc("c", after, insert(1L));
                        })
                .toArray(FakeFile[]::new);
    return new FakeTable("t", 1).commit(1, before, after, all);
  }
}
