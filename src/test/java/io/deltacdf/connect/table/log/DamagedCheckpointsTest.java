package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.fuzz.ParquetParts;
import io.deltacdf.connect.testing.tables.CheckpointFiles;
import io.deltacdf.connect.testing.tables.SchemaParser;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.parquet.format.DictionaryPageHeader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests checkpoints that cannot be read, with and without the commits that they summarize. */
class DamagedCheckpointsTest {
  private static final String[] ROWS_OF_3 = {"id=1", "id=3"};
  private static final String[] ROWS_OF_4 = {"id=1", "id=3", "id=4"};

  @TempDir Path dir;

  private TestTable table;

  /** What may happen to a file of a checkpoint. */
  enum Damage {
    CUT {
      @Override
      void apply(Path file, Path other) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length * 2 / 3));
      }
    },
    NO_BYTES {
      @Override
      void apply(Path file, Path other) throws IOException {
        Files.write(file, new byte[0]);
      }
    },
    OTHER_BYTES {
      @Override
      void apply(Path file, Path other) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i += 3) {
          bytes[i] ^= 0x5A;
        }
        Files.write(file, bytes);
      }
    },
    MISSING {
      @Override
      void apply(Path file, Path other) throws IOException {
        Files.delete(file);
      }
    },
    /** A file of the same format that holds something else. */
    OTHER_CONTENT {
      @Override
      void apply(Path file, Path other) throws IOException {
        if (file.toString().endsWith(".json")) {
          Files.writeString(file, "{\"txn\":{\"appId\":\"a\",\"version\":1}}\n");
        } else {
          Files.write(file, Files.readAllBytes(other));
        }
      }
    };

    abstract void apply(Path file, Path other) throws IOException;
  }

  static Stream<Arguments> damages() {
    return Stream.of(CheckpointFiles.values())
        .flatMap(
            kind ->
                Stream.of(Damage.values())
                    .flatMap(
                        damage ->
                            Stream.of(0, 1)
                                .filter(part -> part == 0 || kind != CheckpointFiles.CLASSIC)
                                // Without its only file in the log, there is no checkpoint.
                                .filter(
                                    part ->
                                        damage != Damage.MISSING
                                            || part == 1
                                            || kind == CheckpointFiles.MULTIPART)
                                .map(part -> Arguments.of(kind, damage, part))));
  }

  /** Creates a table of the versions 0 to 4 with a checkpoint of version 3. */
  private List<Path> create(CheckpointFiles kind) throws IOException {
    table =
        kind.isV2()
            ? TestTable.at(dir).schema("id long").feature("v2Checkpoint").create()
            : TestTable.at(dir).schema("id long").create();
    table.insert(row("id", 1));
    table.insert(row("id", 2));
    table.commit().remove(table.file(1)).addRows(List.of(row("id", 3))).write();
    List<Path> files = kind.write(table);
    table.insert(row("id", 4));
    return files;
  }

  private Path damage(CheckpointFiles kind, Damage damage, int part) throws IOException {
    Path file = create(kind).get(part);
    damage.apply(file, table.file(0).location());
    return file;
  }

  private DeltaTable open() {
    return open(Map.of());
  }

  private DeltaTable open(Map<String, String> options) {
    return DeltaTables.open("orders", dir.toString(), Storage.open(options));
  }

  private static LogPosition after(long version) {
    return new LogPosition(version, Optional.empty(), OptionalLong.empty());
  }

  private void assertReadable() {
    assertThat(RowText.snapshot(open(), open().latestSnapshot()))
        .containsExactlyInAnyOrder(ROWS_OF_4);
    assertThat(RowText.snapshot(open(), open().snapshotAt(3))).containsExactlyInAnyOrder(ROWS_OF_3);
    try (CommitLog log = open().follow(after(3))) {
      assertThat(RowText.rows(open(), log.next().files())).containsExactly("insert id=4");
      assertThat(log.next()).isNull();
    }
  }

  private static void assertFails(ThrowingCallable call, String... texts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_CORRUPT);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e.getMessage()).contains("orders").contains(texts);
            });
  }

  @ParameterizedTest
  @EnumSource(CheckpointFiles.class)
  void aWholeCheckpointIsReadInPlaceOfTheCommits(CheckpointFiles kind) throws IOException {
    create(kind);
    table.faults().dropVersionsBefore(3);

    try (CapturedLog log = new CapturedLog(DamagedCheckpoints.class)) {
      assertReadable();
      assertThat(log.warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("damages")
  void aWholeLogIsReadWithoutADamagedCheckpoint(CheckpointFiles kind, Damage damage, int part)
      throws IOException {
    Path file = damage(kind, damage, part);

    try (CapturedLog log = new CapturedLog(DamagedCheckpoints.class)) {
      assertReadable();
      if (kind != CheckpointFiles.MULTIPART || damage != Damage.MISSING) {
        assertThat(log.warnings())
            .anySatisfy(
                warning -> assertThat(warning).contains("'orders'", file.getFileName().toString()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("damages")
  void aDamagedCheckpointWithoutTheCommitsBeforeItIsAnError(
      CheckpointFiles kind, Damage damage, int part) throws IOException {
    String file = damage(kind, damage, part).getFileName().toString();
    table.faults().dropVersionsBefore(3);

    String lacking = "lacks the versions 0 to 2";
    assertFails(() -> open().latestSnapshot().files(), "version 3", file, lacking);
    assertFails(() -> open().snapshotAt(4).files(), "version 3", file, lacking);
  }

  @ParameterizedTest
  @EnumSource(CheckpointFiles.class)
  void aPositionWhoseSchemaOnlyADamagedCheckpointHasIsAnError(CheckpointFiles kind)
      throws IOException {
    List<Path> files = create(kind);
    for (Path file : files) {
      Damage.CUT.apply(file, file);
    }
    table.faults().dropVersionsBefore(3);

    try (CommitLog log = open().follow(after(3))) {
      assertFails(
          log::next, "version 3", "00000000000000000003.checkpoint.", "lacks the versions 0 to 2");
    }
  }

  @Test
  void aPositionAtADamagedCheckpointUsesTheSchemaOfALaterOne() throws IOException {
    Path file = create(CheckpointFiles.CLASSIC).get(0);
    table.checkpoint();
    Damage.CUT.apply(file, file);
    table.faults().dropVersionsBefore(3);

    try (CommitLog log = open().follow(after(3))) {
      assertThat(RowText.rows(open(), log.next().files())).containsExactly("insert id=4");
    }
  }

  @Test
  void anOlderWholeCheckpointIsUsed() throws IOException {
    table = TestTable.at(dir).schema("id long").create();
    table.insert(row("id", 1));
    CheckpointFiles.CLASSIC.write(table);
    table.insert(row("id", 2));
    table.commit().remove(table.file(1)).addRows(List.of(row("id", 3))).write();
    Path file = CheckpointFiles.CLASSIC.write(table).get(0);
    table.insert(row("id", 4));
    Damage.CUT.apply(file, file);
    table.faults().dropVersionsBefore(1);

    assertReadable();

    table.faults().dropVersion(2);
    assertFails(() -> open().latestSnapshot(), file.getFileName().toString(), "lacks version 2.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"version\":3}",
        "{\"version\":3,\"size\":\"many\"}",
        "{\"version\":3,\"size\":3,\"parts\":7}",
        "{\"version\":2,\"size\":3}",
        "{\"version\":4,\"size\":3}",
        "{\"version\":3,\"size\":3,\"tags\":[]}",
        "{\"version\":3,\"v2Checkpoint\":{\"path\":7}}"
      })
  void aHintMayNameAnotherOrNoCheckpoint(String hint) throws IOException {
    List<Path> files = create(CheckpointFiles.CLASSIC);
    Path file = files.get(0).resolveSibling("_last_checkpoint");
    Files.writeString(file, hint);
    assertReadable();

    Files.delete(files.get(0));
    assertReadable();
  }

  @Test
  void aHintToAnIncompleteCheckpointIsIgnored() throws IOException {
    List<Path> files = create(CheckpointFiles.MULTIPART);
    Files.delete(files.get(0));
    Files.writeString(
        files.get(0).resolveSibling("_last_checkpoint"), "{\"version\":3,\"size\":9,\"parts\":2}");

    assertReadable();
  }

  @Test
  void aDictionaryThatClaimsToExceedTheHeapIsDamage() throws IOException {
    Path file = create(CheckpointFiles.CLASSIC).get(0);
    ParquetParts parts = ParquetParts.of(Files.readAllBytes(file));
    List<DictionaryPageHeader> dictionaries =
        parts.chunks().stream()
            .map(pages -> pages.get(0).header().getDictionary_page_header())
            .filter(Objects::nonNull)
            .toList();
    assertThat(dictionaries).isNotEmpty();
    dictionaries.forEach(dictionary -> dictionary.setNum_values(Integer.MAX_VALUE - 8));
    Files.write(file, parts.join());
    assertReadable();

    table.faults().dropVersionsBefore(3);
    assertFails(
        () -> open().latestSnapshot().files(),
        "version 3",
        file.getFileName().toString(),
        "OutOfMemoryError");
  }

  @ParameterizedTest
  @ValueSource(strings = {"protocol", "metaData"})
  void aCheckpointWithoutProtocolOrMetadataIsDamaged(String action) throws IOException {
    Path file = create(CheckpointFiles.V2_JSON).get(0);
    List<String> lines = Files.readAllLines(file);
    List<String> others =
        lines.stream().filter(line -> !line.startsWith("{\"" + action + "\"")).toList();
    assertThat(others).hasSize(lines.size() - 1);
    Files.write(file, others);
    assertReadable();

    table.faults().dropVersionsBefore(3);
    assertFails(
        () -> open().latestSnapshot().files(),
        "version 3",
        file.getFileName().toString(),
        "lacks the versions 0 to 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "1", "0", "-1", "70000"})
  void aSidecarWithAnotherSizeThanStatedIsDamaged(String size) throws IOException {
    List<Path> files = create(CheckpointFiles.V2_JSON);
    String text = Files.readString(files.get(0));
    String stated = "\"sizeInBytes\":" + Files.size(files.get(1));
    assertThat(text).contains(stated);
    Files.writeString(files.get(0), text.replace(stated, "\"sizeInBytes\":" + size));
    assertReadable();

    table.faults().dropVersionsBefore(3);
    if (Long.parseLong(size) > 0) {
      assertFails(
          () -> open().latestSnapshot().files(),
          "version 3",
          files.get(1).getFileName().toString());
    }
  }

  /** A V2 checkpoint may have all actions itself. */
  @Test
  void aCheckpointInJsonWithoutSidecarsIsRead() throws IOException {
    Path file = create(CheckpointFiles.V2_JSON).get(0);
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.removeIf(line -> line.startsWith("{\"sidecar\""));
    for (int version : new int[] {1, 3}) {
      Files.readAllLines(table.faults().commitFile(version)).stream()
          .filter(line -> line.startsWith("{\"add\""))
          .forEach(lines::add);
    }
    Files.write(file, lines);
    table.faults().dropVersionsBefore(3);

    assertReadable();
  }

  @Test
  void aVersionMayHaveTwoCheckpointsOfWhichOneIsDamaged() throws IOException {
    List<Path> files = create(CheckpointFiles.V2_JSON);
    Path classic = files.get(0).resolveSibling("00000000000000000003.checkpoint.parquet");
    Files.copy(files.get(1), classic);
    table.faults().dropVersionsBefore(3);
    assertReadable();

    for (Path damaged : List.of(files.get(0), classic)) {
      byte[] whole = Files.readAllBytes(damaged);
      Damage.CUT.apply(damaged, damaged);
      assertReadable();
      Files.write(damaged, whole);
    }
  }

  /** A compacted log summarizes commits, which stay in the log. Kernel finds the schema in it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "{\"metaData\":{\"id\":", "{}", "null", "{\"metaData\":{}}\n"})
  void aDamagedCompactedLogIsNotUsed(String text) throws IOException {
    table = TestTable.at(dir).schema("id long").create();
    table.insert(row("id", 1));
    table.commit().schema(SchemaParser.schema("id long, s string")).write();
    table.insert(row("id", 3, "s", "x"));
    Path file =
        table
            .faults()
            .commitFile(1)
            .resolveSibling("00000000000000000001.00000000000000000003.compacted.json");
    Files.writeString(file, text);

    try (CapturedLog log = new CapturedLog(DamagedCheckpoints.class)) {
      assertThat(RowText.snapshot(open(), open().latestSnapshot()))
          .containsExactlyInAnyOrder("id=1 s=null", "id=3 s=x");
      assertThat(log.warnings())
          .allSatisfy(warning -> assertThat(warning).contains(file.getFileName().toString()));
    }
  }

  /** Cleaning up a log keeps the commit of a checkpoint, but not all writers do. */
  @Test
  void aLogOfACheckpointAloneIsNotATable() throws IOException {
    Path file = create(CheckpointFiles.CLASSIC).get(0);
    table.faults().dropVersionsBefore(5);
    assertThat(file).exists();

    assertThatThrownBy(() -> open().latestSnapshot())
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_A_TABLE));
  }

  @Test
  void aFailingStoreIsNotADamagedCheckpoint() throws IOException {
    Failing.file = create(CheckpointFiles.CLASSIC).get(0).getFileName().toString();
    Failing.removed = Path.of("");
    DeltaTable failing = open(Map.of("fs.file.impl", Failing.class.getName()));

    assertThatThrownBy(failing::latestSnapshot)
        .isInstanceOfSatisfying(
            DeltaCdfException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE));
    assertThat(RowText.snapshot(failing, failing.latestSnapshot()))
        .containsExactlyInAnyOrder(ROWS_OF_4);
  }

  @Test
  void aCheckpointThatAWriterRemovedIsNotDamaged() throws IOException {
    Path file = create(CheckpointFiles.CLASSIC).get(0);
    table.faults().dropVersionsBefore(3);
    Failing.file = file.getFileName().toString();
    Failing.removed = file;
    DeltaTable failing = open(Map.of("fs.file.impl", Failing.class.getName()));

    assertThatThrownBy(failing::latestSnapshot)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
              assertThat(e.isRetriable()).isTrue();
            });
  }

  /** Fails once when a file is opened: as a store does, or because it was deleted. */
  public static final class Failing extends RawLocalFileSystem {
    private static String file = "";
    private static Path removed = Path.of("");

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      if (path.getName().equals(file)) {
        file = "";
        if (removed.isAbsolute()) {
          Files.delete(removed);
          throw new FileNotFoundException("no " + path);
        }
        throw new IOException("connection reset");
      }
      return super.open(path, bufferSize);
    }
  }
}
