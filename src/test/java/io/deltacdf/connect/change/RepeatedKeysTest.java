package io.deltacdf.connect.change;

import static io.deltacdf.connect.change.KeyCommits.ALL_KEYS;
import static io.deltacdf.connect.change.KeyCommits.STATE;
import static io.deltacdf.connect.change.KeyCommits.byKey;
import static io.deltacdf.connect.change.KeyCommits.open;
import static io.deltacdf.connect.table.FakeFile.added;
import static io.deltacdf.connect.table.FakeFile.cdc;
import static io.deltacdf.connect.table.FakeFile.delete;
import static io.deltacdf.connect.table.FakeFile.insert;
import static io.deltacdf.connect.table.FakeFile.postimage;
import static io.deltacdf.connect.table.FakeFile.preimage;
import static io.deltacdf.connect.table.FakeFile.removed;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.FakeFile;
import io.deltacdf.connect.table.FakeTable;
import io.deltacdf.connect.table.log.Commit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that do not identify a row. */
class RepeatedKeysTest {
  private final FakeTable table = new FakeTable("t", 2);

  @ParameterizedTest
  @ValueSource(ints = {ALL_KEYS, 2, 1})
  void allPostimagesOfAKeyArePublishedInOrderAndTheKeysCounted(int maxKeys) throws Exception {
    List<String> texts = new ArrayList<>();
    try (VersionChanges changes =
        changes(
            maxKeys,
            cdc("a", STATE, postimage(1L, "b"), delete(1L, "a"), insert(1L, "c")),
            cdc("b", STATE, insert(2L, "x"), delete(2L, "y"), insert(2L, "z")),
            cdc("c", STATE, insert(1L, "a"), delete(3L, "d"), insert(3L, "D")))) {
      while (changes.next(change -> texts.add(ChangeTexts.text(change)))) {}

      assertThat(changes.repeatedKeys()).isEqualTo(2);
    }
    assertThat(texts)
        .containsSubsequence("UPDATE 1,b", "UPDATE 1,c", "UPDATE 1,a")
        .containsSubsequence("UPDATE 2,x", "UPDATE 2,z")
        .contains("UPDATE 3,D")
        .hasSize(6);
  }

  @Test
  void postimagesArePublishedEvenIfTheyEqualAPreimage() throws Exception {
    // It is not known which of the rows the topic holds.
    assertThat(texts(cdc("a", STATE, delete(1L, "a"), insert(1L, "x"), insert(1L, "a"))))
        .containsExactly("UPDATE 1,x", "UPDATE 1,a");
    assertThat(texts(cdc("a", STATE, delete(1L, "a"), delete(1L, "b"), insert(1L, "a"))))
        .containsExactly("UPDATE 1,a");
    assertThat(texts(cdc("a", STATE, preimage(1L, "a"), postimage(1L, "a"), preimage(1L, "b"))))
        .containsExactly("UPDATE 1,a -> 1,a");
  }

  @Test
  void anUpdateOfAKeyWithAnotherPreimageIsNotADelete() throws Exception {
    assertThat(texts(cdc("a", STATE, delete(1L, "x"), preimage(1L, "a"), postimage(1L, "b"))))
        .containsExactly("UPDATE 1,a -> 1,b");
  }

  @Test
  void aPreimageIsPairedWithOnePostimage() throws Exception {
    assertThat(texts(cdc("a", STATE, preimage(1L, "a"), postimage(1L, "b"), postimage(1L, "c"))))
        .containsExactly("UPDATE 1,a -> 1,b", "UPDATE 1,c");
  }

  @Test
  void rowsOfAddedFilesArePublishedInOrder() throws Exception {
    assertThat(
            texts(
                added("a", STATE, insert(1L, "a"), insert(1L, "b")),
                added("b", STATE, insert(1L, "c"))))
        .containsExactly("CREATE 1,a", "CREATE 1,b", "CREATE 1,c");
  }

  @Test
  void anOverwriteThatRemovesDuplicatesPublishesTheRemainingRow() throws Exception {
    assertThat(
            texts(
                removed("a", STATE, delete(1L, "a"), delete(2L, "x")),
                removed("b", STATE, delete(1L, "b")),
                added("c", STATE, insert(1L, "b"), insert(2L, "x"))))
        .containsExactly("UPDATE 1,b");
  }

  @ParameterizedTest
  @ValueSource(ints = {ALL_KEYS, 2, 1})
  void adjacentEqualRowsAreLeftOutUnlessTheKeyHasARemovedRowElsewhere(int maxKeys)
      throws Exception {
    FakeFile unchanged = cdc("a", STATE, preimage(1L, "a"), postimage(1L, "a"));

    assertThat(texts(maxKeys, unchanged, cdc("b", STATE, preimage(1L, "b"), postimage(1L, "b"))))
        .isEmpty();
    assertThat(texts(maxKeys, unchanged, cdc("b", STATE, preimage(1L, "b"), postimage(1L, "c"))))
        .containsExactly("UPDATE 1,b -> 1,c");
    assertThat(texts(maxKeys, unchanged, cdc("b", STATE, insert(1L, "b"))))
        .containsExactly("CREATE 1,b");
    // These rows share the key of a removed row of which it is unknown what became of it.
    assertThat(texts(maxKeys, unchanged, cdc("b", STATE, delete(1L, "b"))))
        .containsExactly("UPDATE 1,a -> 1,a");
    assertThat(
            texts(
                maxKeys,
                unchanged,
                cdc("b", STATE, preimage(1L, "b"), postimage(1L, "b")),
                cdc("c", STATE, postimage(1L, "c"), preimage(1L, "c"))))
        .containsExactly("UPDATE 1,a -> 1,a", "UPDATE 1,b -> 1,b", "UPDATE 1,c");
  }

  private List<String> texts(FakeFile... files) throws InterruptedException {
    return texts(ALL_KEYS, files);
  }

  private List<String> texts(int maxKeys, FakeFile... files) throws InterruptedException {
    return KeyCommits.texts(changes(maxKeys, files));
  }

  private VersionChanges changes(int maxKeys, FakeFile... files) {
    Commit commit = table.commit(1, STATE, STATE, files);
    return open(table, commit, byKey(maxKeys), null);
  }
}
