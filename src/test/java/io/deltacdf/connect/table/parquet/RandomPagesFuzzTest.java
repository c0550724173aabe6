package io.deltacdf.connect.table.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.parquet.RandomFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads files of random columns with hand-made pages, and compares the rows with those that were
 * written, and with those that Parquet's own reader finds.
 */
class RandomPagesFuzzTest {
  private static final int TRIES = 150;
  private static final int FULL_TRIES = 10_000;
  private static final int REPORTED = 10;
  private static final int REPORTED_LENGTH = 3_000;

  @TempDir Path dir;

  private final TreeMap<String, Integer> counts = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();

  @Test
  void allPagesAreReadAsTheyWereWritten() throws IOException {
    long first = Long.getLong("deltacdf.seed", 1);
    int usual = Boolean.getBoolean("deltacdf.full") ? FULL_TRIES : TRIES;
    int tries = Integer.getInteger("deltacdf.tries", usual);
    for (long seed = first; seed < first + tries; seed++) {
      check(seed);
    }

    assertThat(wrong.stream().limit(REPORTED).collect(Collectors.joining("\n")))
        .as(counts.toString())
        .isEmpty();
    if (Boolean.getBoolean("deltacdf.full")) {
      System.out.println(counts);
    }
  }

  private void check(long seed) throws IOException {
    RandomFile file = RandomFile.write(dir.resolve("f.parquet"), seed, 60);
    List<List<Object>> rows = file.rows();
    Random random = new Random(seed);
    judge(seed, file, "all rows", rows, () -> read(file, 1_024, RowFilter.ALL));
    int batchRows = 1 + random.nextInt(30);
    judge(seed, file, "small batches", rows, () -> read(file, batchRows, RowFilter.ALL));
    judge(
        seed,
        file,
        "page by page",
        rows,
        () ->
            FileRows.read(
                file.file(),
                batchRows,
                0,
                RowFilter.ALL,
                file.requested().toArray(RequestedColumn[]::new)));
    // Batches are skipped if they have none of these rows.
    int chosen = 1 + random.nextInt(9);
    RowFilter filter = (from, to) -> to / chosen > from / chosen;
    judge(
        seed,
        file,
        "some rows",
        null,
        () -> requireSelected(file, batchRows, chosen, filter, rows));
    if (file.isReadableByParquet()) {
      judge(seed, file, "Parquet's rows", rows, file::rowsByParquet);
    }
  }

  @FunctionalInterface
  private interface Rows {
    List<List<Object>> read() throws IOException;
  }

  private void judge(
      long seed, RandomFile file, String what, List<List<Object>> expected, Rows found) {
    String problem;
    try {
      List<List<Object>> rows = found.read();
      problem = expected == null || rows.equals(expected) ? null : difference(rows, expected);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      problem = String.valueOf(e);
    }
    counts.merge(what + (problem == null ? "" : ", wrong"), 1, Integer::sum);
    if (problem != null) {
      String report = "seed " + seed + ", " + what + ": " + problem + "\n" + file;
      wrong.add(report.length() > REPORTED_LENGTH ? report.substring(0, REPORTED_LENGTH) : report);
    }
  }

  private static String difference(List<List<Object>> found, List<List<Object>> expected) {
    if (found.size() != expected.size()) {
      return found.size() + " instead of " + expected.size() + " rows";
    }
    for (int row = 0; row < found.size(); row++) {
      if (!found.get(row).equals(expected.get(row))) {
        return "row " + row + " is " + found.get(row) + " instead of " + expected.get(row);
      }
    }
    throw new AssertionError("The rows are equal");
  }

  private static List<List<Object>> read(RandomFile file, int batchRows, RowFilter filter) {
    return FileRows.read(
        file.file(), batchRows, filter, file.requested().toArray(RequestedColumn[]::new));
  }

  /** Reads only some batches, and checks their rows. */
  private static List<List<Object>> requireSelected(
      RandomFile file, int batchRows, int chosen, RowFilter filter, List<List<Object>> rows)
      throws IOException {
    try (ColumnarFile opened =
        ColumnarFile.open(
            file.file(),
            new Footers(new Configuration(false)),
            file.requested(),
            FileRows.NO_VARIANTS,
            filter,
            batchRows,
            chosen % 2 * Long.MAX_VALUE)) {
      while (opened.next()) {
        for (int row = 0; row < opened.size(); row++) {
          List<Object> expected = rows.get((int) opened.firstRow() + row);
          for (int i = 0; i < expected.size(); i++) {
            Object value = FileRows.value(opened.column(i), row);
            if (expected.get(i) == null ? value != null : !expected.get(i).equals(value)) {
              throw new IllegalStateException(
                  "row " + (opened.firstRow() + row) + ": " + value + " instead of " + expected);
            }
          }
        }
        if (chosen % 3 == 0) {
          opened.unload();
        }
      }
    }
    return List.of();
  }
}
