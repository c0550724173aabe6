package io.deltacdf.connect.testing.histories;

import static io.deltacdf.connect.testing.tables.Rows.change;

import io.deltacdf.connect.testing.tables.CommitBuilder;
import io.deltacdf.connect.testing.tables.TableEdits;
import io.deltacdf.connect.testing.tables.TestTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;

/**
 * How a writer commits edits of rows.
 *
 * @param deletionVectors whether rows are deleted by deletion vectors, if the table has them
 *     enabled
 * @param files the number of cdc files, if there are enough change rows
 * @param seed the seed of the order {@link Order#SHUFFLED}
 */
record CommitStyle(
    boolean deletionVectors, Recording recording, Order order, int files, long seed) {
  /** How a commit records its changes. */
  enum Recording {
    /** In cdc files, with preimages and postimages. */
    IMAGES,
    /** In cdc files that lack the preimages of rows that keep their key, as some writers do. */
    POSTIMAGES,
    /** In cdc files in which an update is a delete and an insert. */
    DELETES_AND_INSERTS,
    /** In the data files only. */
    FILES
  }

  /** The order of change rows. */
  enum Order {
    PAIRED,
    POSTIMAGES_FIRST,
    PREIMAGES_FIRST,
    SHUFFLED
  }

  TableEdits edits(TestTable table) {
    return deletionVectors ? table.edits() : table.copyOnWrite();
  }

  /**
   * Writes changes into the cdc files of a commit.
   *
   * @param changes change rows: each preimage directly before its postimage
   * @param key returns the key of a change row
   */
  void write(
      CommitBuilder commit,
      List<Map<String, Object>> changes,
      ToIntFunction<Map<String, Object>> key) {
    if (recording == Recording.FILES) {
      return;
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      Map<String, Object> row = changes.get(i);
      boolean preimage = type(row).equals("update_preimage");
      if (recording == Recording.DELETES_AND_INSERTS) {
        rows.add(change(preimage ? "delete" : insertForPostimage(row), row));
      } else if (recording == Recording.IMAGES
          || !preimage
          || key.applyAsInt(row) != key.applyAsInt(changes.get(i + 1))) {
        rows.add(row);
      }
    }
    order(rows);
    for (int i = 0; i < files; i++) {
      commit.cdcRows(
          new ArrayList<>(rows.subList(rows.size() * i / files, rows.size() * (i + 1) / files)));
    }
  }

  private static String type(Map<String, Object> row) {
    return (String) row.get(TestTable.CHANGE_TYPE);
  }

  private static String insertForPostimage(Map<String, Object> row) {
    return type(row).equals("update_postimage") ? "insert" : type(row);
  }

  private static boolean isAdded(Map<String, Object> row) {
    return type(row).equals("insert") || type(row).equals("update_postimage");
  }

  private void order(List<Map<String, Object>> rows) {
    switch (order) {
      case PAIRED -> {}
      case POSTIMAGES_FIRST -> rows.sort(Comparator.comparing(row -> !isAdded(row)));
      case PREIMAGES_FIRST -> rows.sort(Comparator.comparing(row -> isAdded(row)));
      case SHUFFLED -> Collections.shuffle(rows, new Random(seed));
    }
  }
}
