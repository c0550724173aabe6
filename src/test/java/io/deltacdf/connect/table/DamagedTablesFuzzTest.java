package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.testing.fuzz.ByteMutator;
import io.deltacdf.connect.testing.fuzz.ChangeFileTwin;
import io.deltacdf.connect.testing.fuzz.FuzzedTable;
import io.deltacdf.connect.testing.fuzz.JsonMutator;
import io.deltacdf.connect.testing.fuzz.KnownFaults;
import io.deltacdf.connect.testing.fuzz.Mutator;
import io.deltacdf.connect.testing.fuzz.ParquetMutator;
import io.deltacdf.connect.testing.tables.CheckpointFiles;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.Rows;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Damages each kind of file of a table at random. No damage is read as other rows, and each failure
 * has a code that names the damage.
 */
class DamagedTablesFuzzTest {
  private static final int TRIES = 24;
  private static final int FULL_TRIES = 1_200;
  private static final int ROWS = 40;
  private static final String SCHEMA =
      "id long not null, text string, small int, price decimal(12,2), list array<int>,"
          + " part struct<a int, b string>";
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
          ErrorCode.PATH_NOT_ALLOWED,
          ErrorCode.UNSUPPORTED_STORE,
          ErrorCode.VERSION_MISSING,
          ErrorCode.LOG_TRUNCATED,
          ErrorCode.TABLE_REPLACED,
          ErrorCode.NOT_A_TABLE);

  /** The codes of a damaged checkpoint. Other files are missing if it names other files. */
  private static final Set<ErrorCode> OF_CHECKPOINTS =
      EnumSet.of(
          ErrorCode.CHECKPOINT_CORRUPT,
          ErrorCode.CORRUPT_TABLE,
          ErrorCode.FILE_CORRUPT,
          ErrorCode.FILE_MISSING,
          ErrorCode.UNSUPPORTED_FEATURE,
          ErrorCode.COLUMN_UNSUPPORTED,
          ErrorCode.PATH_NOT_ALLOWED,
          ErrorCode.UNSUPPORTED_STORE);

  /** The codes of a checkpoint with other content that is a checkpoint too. */
  private static final Set<ErrorCode> OF_WHOLE_LOGS =
      EnumSet.of(
          ErrorCode.CORRUPT_TABLE,
          ErrorCode.FILE_CORRUPT,
          ErrorCode.FILE_MISSING,
          ErrorCode.UNSUPPORTED_FEATURE,
          ErrorCode.COLUMN_UNSUPPORTED,
          ErrorCode.PATH_NOT_ALLOWED,
          ErrorCode.UNSUPPORTED_STORE);

  private static final List<String> CHANGE_TYPES =
      List.of("insert", "update_preimage", "update_postimage", "delete");

  @TempDir private Path dir;

  @BeforeAll
  static void logOnlyErrors() {
    LOGGERS.forEach(logger -> Configurator.setLevel(logger, Level.OFF));
  }

  @AfterAll
  static void logAsBefore() {
    Configurator.reconfigure();
    if (FuzzedTable.isLarge()) {
      System.out.println("All damaged tables: " + FuzzedTable.totals());
    }
    if (Boolean.getBoolean("deltacdf.full") && Long.getLong("deltacdf.seed") == null) {
      assertThat(KnownFaults.stale()).as("known faults that may be mended").isEmpty();
    }
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
    return TestTable.at(dir.resolve(name)).schema(SCHEMA).deletionVectors().seed(7);
  }

  /** Files of all kinds of pages. */
  private TestTable tableOfPages(String name, boolean pagesV2) {
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
                  (pagesV2 ? options.pagesV2() : options)
                      .compression(codec)
                      .dictionary(dictionary)
                      .pageRows(9)
                      .rowGroupRows(25))
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

  /** Parquet's reader allocates memory for a page before it reads it. */
  @Test
  void pagesLargerThanTheHeap() throws IOException {
    TestTable table = table("huge-pages").create();
    table.insert(rows(0, 5));

    new FuzzedTable(table.directory(), 0, OF_FILES, true)
        .damage(locations(table), ParquetMutator::hugePage, 8, 8)
        .check();
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

  /** A table whose newest checkpoint is needed, and the files of this checkpoint. */
  private record WithCheckpoint(TestTable table, List<Path> files) {}

  private WithCheckpoint withCheckpoint(String name, CheckpointFiles kind, boolean wholeLog)
      throws IOException {
    TableBuilder builder = table(name);
    TestTable table = (kind.isV2() ? builder.feature("v2Checkpoint") : builder).create();
    table.insert(rows(0, 5), 3);
    table.delete(row -> row.get("id").equals(1L));
    List<Path> files = kind.write(table);
    if (!wholeLog) {
      table.faults().dropVersionsBefore(2);
    }
    table.insert(rows(5, 7));
    return new WithCheckpoint(table, files);
  }

  @ParameterizedTest
  @EnumSource(CheckpointFiles.class)
  void checkpoints(CheckpointFiles kind) throws IOException {
    WithCheckpoint with = withCheckpoint("checkpoints-" + kind, kind, false);
    int sidecars = kind.isV2() ? 1 : 0;
    int inLog = with.files.size() - sidecars;

    FuzzedTable fuzzed =
        new FuzzedTable(with.table.directory(), 3, OF_CHECKPOINTS, true)
            .damage(
                with.files.subList(0, inLog),
                kind == CheckpointFiles.V2_JSON ? new JsonMutator() : ParquetMutator::any,
                TRIES / 2,
                FULL_TRIES / 2);
    if (sidecars > 0) {
      fuzzed.damage(
          with.files.subList(inLog, with.files.size()),
          ParquetMutator::any,
          TRIES / 2,
          FULL_TRIES / 2);
    }
    fuzzed.check();
  }

  /** No damage to a checkpoint or its hint is an error as long as the log is whole. */
  @Test
  void checkpointsBesideAWholeLog() throws IOException {
    WithCheckpoint with = withCheckpoint("whole-log", CheckpointFiles.CLASSIC, true);

    new FuzzedTable(with.table.directory(), 3, OF_WHOLE_LOGS, true)
        .damage(with.files, ParquetMutator::any, TRIES, FULL_TRIES / 2)
        .check();
  }

  @Test
  void checkpointHints() throws IOException {
    WithCheckpoint with = withCheckpoint("hints", CheckpointFiles.CLASSIC, false);
    Path hint = with.files.get(0).resolveSibling("_last_checkpoint");

    new FuzzedTable(with.table.directory(), 3, EnumSet.noneOf(ErrorCode.class), false)
        .damage(List.of(hint), new JsonMutator(), TRIES, FULL_TRIES / 2)
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void footers(boolean pagesV2) throws IOException {
    check(ParquetMutator::footer, pagesV2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void pages(boolean pagesV2) throws IOException {
    check(ParquetMutator::page, pagesV2);
  }

  private void check(Mutator mutator, boolean pagesV2) throws IOException {
    TestTable table = tableOfPages("files-" + (pagesV2 ? "v2" : "v1"), pagesV2);
    new FuzzedTable(table.directory(), 0, OF_FILES, true)
        .damage(locations(table), mutator, TRIES / 2, FULL_TRIES / 2)
        .check();
  }

  @Test
  void changeFiles() throws IOException {
    TestTable table = table("change-files").changeDataFeed().create();
    table.insert(rows(0, ROWS));
    List<Map<String, Object>> changes = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      changes.add(Rows.change(CHANGE_TYPES.get(id % CHANGE_TYPES.size()), anyRow(id)));
    }
    table.commit().cdcRows(changes, options -> options.pageRows(9)).write();
    table
        .commit()
        .cdcRows(
            changes,
            options -> options.compression(CompressionCodecName.UNCOMPRESSED).dictionary(false))
        .write();
    List<Path> files;
    try (var found = Files.list(table.directory().resolve("_change_data"))) {
      files = found.filter(file -> file.toString().endsWith(".parquet")).sorted().toList();
    }
    for (Path file : files) {
      long version = version(table, file);
      ChangeFileTwin twin = new ChangeFileTwin(dir.resolve("twin-" + version), SCHEMA, version);
      new FuzzedTable(table.directory(), 0, OF_FILES, true, twin)
          .damage(List.of(file), ParquetMutator::any, TRIES / 2, FULL_TRIES / 2)
          .check();
    }
  }

  /** Returns the version whose commit names a file. */
  private static long version(TestTable table, Path file) throws IOException {
    for (long version = table.version(); version > 0; version--) {
      if (Files.readString(table.faults().commitFile(version))
          .contains(file.getFileName().toString())) {
        return version;
      }
    }
    throw new IllegalArgumentException(file.toString());
  }
}
