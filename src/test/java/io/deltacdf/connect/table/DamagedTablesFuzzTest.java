package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static java.util.Arrays.asList;

import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.fuzz.ByteMutator;
import io.deltacdf.connect.testing.fuzz.FuzzedTable;
import io.deltacdf.connect.testing.fuzz.JsonMutator;
import io.deltacdf.connect.testing.fuzz.Mutator;
import io.deltacdf.connect.testing.fuzz.ParquetMutator;
import io.deltacdf.connect.testing.tables.CheckpointFiles;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.TableBuilder;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages each kind of file of a table at random. No damage is read as other rows, and each failure
 * has a code that names the damage.
 */
class DamagedTablesFuzzTest {
  private static final int TRIES = 24;
  private static final int FULL_TRIES = 2_000;
  private static final int ROWS = 40;
  private static final List<String> LOGGERS =
      List.of("io.deltacdf", "io.delta.kernel", "org.apache.hadoop", "org.apache.parquet");

  /** The codes of a damaged file that the table refers to. */
  private static final Set<ErrorCode> OF_FILES =
      EnumSet.of(ErrorCode.FILE_CORRUPT, ErrorCode.UNSUPPORTED_FEATURE);

  /** The codes of a damaged log. */
  private static final Set<ErrorCode> OF_LOGS =
      EnumSet.of(
          ErrorCode.CORRUPT_COMMIT,
          ErrorCode.CORRUPT_TABLE,
          ErrorCode.CHECKPOINT_CORRUPT,
          ErrorCode.FILE_CORRUPT,
          ErrorCode.FILE_MISSING,
          ErrorCode.UNSUPPORTED_FEATURE,
          ErrorCode.COLUMN_UNSUPPORTED,
          ErrorCode.UNSUPPORTED_STORE,
          ErrorCode.VERSION_MISSING,
          ErrorCode.LOG_TRUNCATED,
          ErrorCode.TABLE_REPLACED,
          ErrorCode.NOT_A_TABLE);

  @TempDir private Path dir;

  @BeforeAll
  static void logOnlyErrors() {
    LOGGERS.forEach(logger -> Configurator.setLevel(logger, Level.OFF));
  }

  @AfterAll
  static void logAsBefore() {
    Configurator.reconfigure();
  }

  private static Map<String, Object> anyRow(int id) {
    return row(
        "id",
        id,
        "text",
        id % 7 == 0 ? null : "text " + id % 5,
        "small",
        id % 3 - 1,
        "price",
        id % 4 == 0 ? null : BigDecimal.valueOf(id * 37L, 2),
        "list",
        id % 6 == 0 ? null : asList(id, null, id + 1),
        "part",
        row("a", id * 2, "b", id % 2 == 0 ? null : "b" + id));
  }

  private static List<Map<String, Object>> rows(int from, int to) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int id = from; id < to; id++) {
      rows.add(anyRow(id));
    }
    return rows;
  }

  private TableBuilder table(String name) {
    return TestTable.at(dir.resolve(name))
        .schema(
            "id long not null, text string, small int, price decimal(12,2), list array<int>,"
                + " part struct<a int, b string>")
        .deletionVectors()
        .seed(7);
  }

  /** Files of all kinds of pages. */
  private TestTable tableOfPages(String name) {
    TestTable table = table(name).create();
    List<CompressionCodecName> codecs =
        List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD);
    for (int i = 0; i < codecs.size(); i++) {
      CompressionCodecName codec = codecs.get(i);
      boolean dictionary = i != 0;
      table
          .commit()
          .addRows(
              rows(i * ROWS, (i + 1) * ROWS),
              options ->
                  options.compression(codec).dictionary(dictionary).pageRows(9).rowGroupRows(25))
          .write();
    }
    return table;
  }

  private static List<Path> locations(TestTable table) {
    return table.files().stream().map(DataFile::location).toList();
  }

  private static List<Path> logFiles(TestTable table, Predicate<String> name) throws IOException {
    try (var files = Files.list(table.directory().resolve("_delta_log"))) {
      return files.filter(file -> name.test(file.getFileName().toString())).sorted().toList();
    }
  }

  @Test
  void commits() throws IOException {
    TestTable table = table("commits").create();
    table.insert(rows(0, 5));
    table.insert(rows(5, 9));
    table
        .commit()
        .deletionVectorsIn(DeletionVectorStorage.INLINE)
        .removeRows(table.file(0), 1, 3)
        .write();
    table.deleteFiles(table.file(1));

    new FuzzedTable(table.directory(), 0, OF_LOGS, true)
        .damage(
            logFiles(table, name -> name.endsWith(".json")), new JsonMutator(), TRIES, FULL_TRIES)
        .check();
  }

  @Test
  void checkpoints() throws IOException {
    TestTable table = table("checkpoints").create();
    table.insert(rows(0, 5), 3);
    table.delete(row -> row.get("id").equals(1L));
    List<Path> files = CheckpointFiles.CLASSIC.write(table);
    table.faults().dropVersionsBefore(2);
    table.insert(rows(5, 7));

    new FuzzedTable(table.directory(), 3, OF_LOGS, true)
        .damage(files, ParquetMutator::any, TRIES, FULL_TRIES)
        .check();
  }

  @Test
  void sidecars() throws IOException {
    TestTable table = table("sidecars").feature("v2Checkpoint").create();
    table.insert(rows(0, 5), 3);
    table.delete(row -> row.get("id").equals(1L));
    List<Path> files = CheckpointFiles.V2_JSON.write(table);
    table.faults().dropVersionsBefore(2);
    table.insert(rows(5, 7));

    new FuzzedTable(table.directory(), 3, OF_LOGS, true)
        .damage(files.subList(1, 2), ParquetMutator::any, TRIES, FULL_TRIES / 2)
        .damage(files.subList(0, 1), new JsonMutator(), TRIES / 2, FULL_TRIES / 2)
        .check();
  }

  @Test
  void deletionVectors() throws IOException {
    TestTable table = table("deletion-vectors").create();
    table.insert(rows(0, ROWS));
    table.insert(rows(ROWS, 2 * ROWS));
    table.delete(row -> (long) row.get("id") % 3 == 0);
    table.delete(row -> (long) row.get("id") % 5 == 0);
    List<Path> vectors;
    try (var files = Files.list(table.directory())) {
      vectors =
          files
              .filter(file -> file.getFileName().toString().startsWith("deletion_vector_"))
              .sorted()
              .toList();
    }

    new FuzzedTable(table.directory(), 0, OF_FILES, false)
        .damage(vectors, new ByteMutator(), TRIES, FULL_TRIES)
        .check();
  }

  @Test
  void footers() throws IOException {
    check(ParquetMutator::footer);
  }

  @Test
  void pages() throws IOException {
    check(ParquetMutator::page);
  }

  private void check(Mutator mutator) throws IOException {
    TestTable table = tableOfPages("files");
    new FuzzedTable(table.directory(), 0, OF_FILES, true)
        .damage(locations(table), mutator, TRIES, FULL_TRIES)
        .check();
  }
}
