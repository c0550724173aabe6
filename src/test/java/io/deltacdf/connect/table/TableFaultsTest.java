package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.log.CommitLog;
import io.deltacdf.connect.table.log.LogPosition;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests damaged tables. Each fault is an error that names the table, the version and the file, and
 * nothing is skipped.
 */
class TableFaultsTest {
  @TempDir Path dir;

  private TestTable tableWithChangeFeed() {
    return TestTable.at(dir)
        .schema("id long, s string")
        .changeDataFeed()
        .deletionVectors()
        .create();
  }

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  private Path commitFile(long version) {
    return dir.resolve("_delta_log").resolve(String.format("%020d.json", version));
  }

  private static DeltaCdfException failure(ThrowingCallable call) {
    return catchThrowableOfType(DeltaCdfException.class, call);
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call, String... texts) {
    assertThatThrownBy(call)
        .asInstanceOf(type(DeltaCdfException.class))
        .satisfies(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
        .satisfies(e -> assertThat(e.getMessage()).contains("orders"))
        .satisfies(e -> List.of(texts).forEach(t -> assertThat(e.getMessage()).contains(t)));
  }

  @Test
  void aDirectoryWithoutALogIsNotATable() {
    assertFails(ErrorCode.NOT_A_TABLE, () -> open().latestSnapshot(), dir.toString());
    assertFails(ErrorCode.NOT_A_TABLE, () -> open().earliestVersion());
    assertFails(ErrorCode.NOT_A_TABLE, () -> RowText.changes(open(), 0));
  }

  @Test
  void C29_aMissingVersionIsAnErrorEvenBeforeTheGapIsReached() throws IOException {
    TestTable table = tableWithChangeFeed();
    table.insert(row("id", 1));
    table.insert(row("id", 2));
    table.insert(row("id", 3));
    Files.delete(commitFile(2));

    assertFails(ErrorCode.VERSION_MISSING, () -> RowText.changes(open(), 0), "version 2");
    assertFails(ErrorCode.VERSION_MISSING, () -> RowText.changes(open(), 2), "version 2");
    assertFails(ErrorCode.VERSION_MISSING, () -> open().latestSnapshot(), "version 2");
    assertThat(failure(() -> open().latestSnapshot()).getSuppressed())
        .as("Delta Kernel's exception")
        .hasSize(1);
  }

  @Test
  void C31_aLogTruncatedAfterThePositionIsAnErrorThatNamesTheEarliestCommit() throws IOException {
    TestTable table = tableWithChangeFeed();
    for (int id = 1; id <= 4; id++) {
      table.insert(row("id", id));
    }
    for (int version = 0; version <= 2; version++) {
      Files.delete(commitFile(version));
    }

    assertFails(
        ErrorCode.LOG_TRUNCATED,
        () -> RowText.changes(open(), 2),
        "earliest commit available is 3");
  }

  @Test
  void aCleanedUpLogIsReadFromItsCheckpointIfTheSchemaIsKnown() throws IOException {
    TestTable table = tableWithChangeFeed();
    for (int id = 1; id <= 3; id++) {
      table.insert(row("id", id, "s", "a"));
    }
    // This commit does not change the schema.
    table.commit().operation("UPGRADE PROTOCOL").protocol(1, 7).write();
    table.checkpoint();
    for (int version = 0; version <= 2; version++) {
      Files.delete(commitFile(version));
    }
    table.insert(row("id", 4, "s", "b"));

    assertThat(RowText.changes(open(), 3))
        .containsExactly("v3 insert id=3 s=a", "v5 insert id=4 s=b");
  }

  @Test
  void aCleanedUpLogIsAnErrorIfTheSchemaIsNotKnown() throws IOException {
    TestTable table = tableWithChangeFeed();
    table.insert(row("id", 1));
    long changed = table.addColumns("n int");
    table.checkpoint();
    for (long version = 0; version < changed; version++) {
      Files.delete(commitFile(version));
    }

    assertFails(
        ErrorCode.LOG_TRUNCATED,
        () -> RowText.changes(open(), changed),
        "version " + (changed - 1),
        "version " + changed + " may have changed it");
  }

  @Test
  void aPositionAfterTheEndOfTheLogMeansThatTheTableWasReplaced() {
    TestTable table = tableWithChangeFeed();
    table.insert(row("id", 1));

    assertFails(
        ErrorCode.TABLE_REPLACED, () -> RowText.changes(open(), 9), "version 8", "newest version");
  }

  @Test
  void anotherTableAtTheSamePathIsAnError() {
    tableWithChangeFeed().insert(row("id", 1));
    LogPosition position = new LogPosition(1, Optional.of("another-id"), OptionalLong.empty());

    assertFails(
        ErrorCode.TABLE_REPLACED, () -> open().follow(position).next(), "another-id", "version 1");
  }

  @Test
  void aCommitThatCannotBeParsedIsRetriableAndNeverSkipped() throws IOException {
    TestTable table = tableWithChangeFeed();
    table.insert(row("id", 1));
    table.insert(row("id", 2));
    String text = Files.readString(commitFile(1));
    Files.writeString(commitFile(1), text.substring(0, text.length() / 2));

    CommitLog log = open().follow(LogPosition.before(1));
    DeltaCdfException failure = failure(log::next);
    assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPT_COMMIT);
    assertThat(failure.isRetriable()).isTrue();
    assertThat(failure.getMessage()).contains("orders", "version 1", "00000000000000000001.json");
    assertThat(failure(log::next).code()).isEqualTo(ErrorCode.CORRUPT_COMMIT);

    Files.writeString(commitFile(1), text);
    assertThat(log.next().version()).isEqualTo(1);
    assertThat(log.next().version()).isEqualTo(2);
  }

  @Test
  void aMissingFileIsAnError() throws IOException {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1));
    table.commit().add(file).write();
    Files.delete(file.location());

    assertFails(
        ErrorCode.FILE_MISSING,
        () -> RowText.changes(open(), 1),
        "version 1",
        file.path(),
        "VACUUM");
  }

  @Test
  void aTruncatedFileIsAnErrorThatNamesBothSizes() throws IOException {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1));
    table.commit().add(file).write();
    byte[] bytes = Files.readAllBytes(file.location());
    Files.write(file.location(), Arrays.copyOf(bytes, bytes.length - 20));

    assertFails(
        ErrorCode.FILE_CORRUPT,
        () -> RowText.changes(open(), 1),
        "version 1",
        file.path(),
        (bytes.length - 20) + " bytes, but the log says " + bytes.length);
  }

  @Test
  void aPageThatCannotBeDecompressedIsReportedAsACorruptFile() throws IOException {
    TestTable table = tableWithChangeFeed();
    DataFile file =
        table.dataFile(
            Rows.generate(1000, i -> row("id", i, "s", "text " + i * 31 % 997)),
            options -> options.dictionary(false));
    table.commit().add(file).write();
    byte[] bytes = Files.readAllBytes(file.location());
    for (int i = 400; i < 440; i++) {
      bytes[i] ^= 0x5A;
    }
    Files.write(file.location(), bytes);

    assertFails(ErrorCode.FILE_CORRUPT, () -> RowText.changes(open(), 1), "version 1", file.path());
  }

  @Test
  void aMissingDeletionVectorIsAnError() throws IOException {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1), row("id", 2));
    table.commit().add(file).write();
    table.commit().removeRows(file, 0).write();
    try (var files = Files.list(dir)) {
      for (Path dv : files.filter(p -> p.toString().endsWith(".bin")).toList()) {
        Files.delete(dv);
      }
    }

    assertFails(ErrorCode.FILE_MISSING, () -> RowText.changes(open(), 2), "version 2", ".bin");
  }

  @Test
  void aDeletionVectorOfAnotherFileIsAnError() {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1), row("id", 2), row("id", 3));
    table.commit().add(file).write();
    table.commit().remove(file).add(file, new TreeSet<>(List.of(0L, 7L))).write();

    assertFails(ErrorCode.FILE_CORRUPT, () -> RowText.changes(open(), 2), "version 2", "row 7");
  }

  @Test
  void C18_aChangeTypeOutsideTheProtocolIsAnError() {
    TestTable table = tableWithChangeFeed();
    table.commit().cdc(change("update_pre", row("id", 1))).write();

    assertFails(
        ErrorCode.FILE_CORRUPT, () -> RowText.changes(open(), 1), "version 1", "update_pre");
  }

  @Test
  void anUnknownFeatureIsAnErrorThatNamesIt() {
    TestTable table = tableWithChangeFeed();
    long version = table.commit().features(Set.of("timeCrystals"), Set.of("timeCrystals")).write();

    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE, () -> RowText.changes(open(), version), "timeCrystals");
    assertFails(ErrorCode.UNSUPPORTED_FEATURE, () -> open().latestSnapshot(), "timeCrystals");
  }

  @Test
  void anUnknownFeatureIsNamedWithTheVersionThatBringsIt() {
    TestTable table = tableWithChangeFeed();
    long version =
        table.commit().features(Set.of("adaptiveMetadata"), Set.of("adaptiveMetadata")).write();

    try (CommitLog log = open().follow(LogPosition.before(version))) {
      assertFails(
          ErrorCode.UNSUPPORTED_FEATURE, log::next, "adaptiveMetadata", "version " + version);
    }
    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE,
        () -> open().snapshotAt(version),
        "adaptiveMetadata",
        "version " + version);
    assertFails(ErrorCode.UNSUPPORTED_FEATURE, () -> open().latestSnapshot(), "adaptiveMetadata");
  }

  @Test
  void anUnknownStorageTypeOfDeletionVectorsIsNamedWithItsVersion() throws IOException {
    TestTable table = tableWithChangeFeed();
    DataFile file = table.dataFile(row("id", 1), row("id", 2));
    table.commit().add(file).write();
    table.commit().deletionVectorsIn(DeletionVectorStorage.INLINE).removeRows(file, 0).write();
    String text = Files.readString(table.faults().commitFile(2));
    String marker = "\"storageType\":\"i\"";
    assertThat(text).contains(marker);
    table.faults().overwriteCommit(2, text.replace(marker, "\"storageType\":\"q\""));

    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE, () -> RowText.changes(open(), 2), "'q'", "version 2");
    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE, () -> open().latestSnapshot().files(), "'q'", "version 2");
  }

  @Test
  void C38_aCatalogManagedTableIsRejected() {
    TestTable table = TestTable.at(dir).schema("id long").inCommitTimestamps().create();
    Set<String> features = Set.of("catalogManaged", "inCommitTimestamp");
    long version = table.commit().features(Set.of("catalogManaged"), features).write();

    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE, () -> RowText.changes(open(), version), "catalogManaged");
    assertFails(ErrorCode.UNSUPPORTED_FEATURE, () -> open().latestSnapshot(), "catalogManaged");
  }

  @Test
  void aColumnWithAReservedNameIsRejected() {
    TestTable table = TestTable.at(dir).schema("id long, _Change_Type string").create();
    table.insert(row("id", 1));

    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE, () -> RowText.changes(open(), 0), "_Change_Type", "Rename");
    assertFails(ErrorCode.UNSUPPORTED_FEATURE, () -> open().latestSnapshot(), "_Change_Type");
  }

  @Test
  void anInvalidPartitionValueIsAnError() {
    TestTable table = TestTable.at(dir).schema("id long, p int").partitionedBy("p").create();
    table
        .commit()
        .addRows(List.of(row("id", 1, "p", 1)), options -> options.partitionValue("p", "one"))
        .write();

    assertFails(ErrorCode.CORRUPT_TABLE, () -> RowText.changes(open(), 1), "'one'", "'p'");
  }

  @ParameterizedTest
  @CsvSource({"int, 2147483648", "byte, 300", "short, -32769", "'decimal(4,2)', 100.00"})
  void aPartitionValueThatItsTypeCannotHoldIsAnError(String type, String text) {
    TestTable table = TestTable.at(dir).schema("id long, p " + type).partitionedBy("p").create();
    table
        .commit()
        .addRows(List.of(row("id", 1)), options -> options.partitionValue("p", text))
        .write();

    assertFails(ErrorCode.CORRUPT_TABLE, () -> RowText.changes(open(), 1), "'" + text + "'", "'p'");
    assertFails(
        ErrorCode.CORRUPT_TABLE,
        () -> RowText.snapshot(open(), open().latestSnapshot()),
        "'" + text + "'",
        "'p'");
  }
}
