package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.CheckpointFiles;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which files outside of a table are read: none but those that are allowed. */
class AbsolutePathsTest {
  @TempDir Path dir;

  private final List<SourceRecord> records = new ArrayList<>();
  private TestTable table;

  /** A table of another owner, whose rows must not be published. */
  private TestTable other;

  private DataFile secret;

  @BeforeEach
  void create() {
    table = table("own");
    other = table("own2");
    other.insert(row("id", 100, "name", "secret"));
    secret = other.file(0);
    table.insert(row("id", 1, "name", "a"));
  }

  private TestTable table(String name) {
    return TestTable.at(dir.resolve(name))
        .schema("id long, name string")
        .changeDataFeed()
        .deletionVectors()
        .create();
  }

  private void read(String... options) throws InterruptedException {
    read(Optional.empty(), options);
  }

  private void read(Optional<SourceOffset> stored, String... options) throws InterruptedException {
    TableConfig config = Options.orders(options);
    DeltaTable opened =
        DeltaTables.open(
            "orders", table.path(), config.pathPolicy().allowedPaths(), Storage.open(Map.of()));
    try (TableReader reader = ReaderRuns.reader(opened, config, stored, records)) {
      ReaderRuns.runUntilIdle(reader);
    }
  }

  private static Optional<SourceOffset> completed(long version) {
    return Optional.of(SourceOffset.builder(version).build());
  }

  private void assertRefused(String file, String... options) {
    assertRefused(Optional.empty(), file, options);
  }

  private void assertRefused(Optional<SourceOffset> stored, String file, String... options) {
    assertThatThrownBy(() -> read(stored, options))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.PATH_NOT_ALLOWED);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e)
                  .hasMessageContaining("'orders'")
                  .hasMessageContaining("the file " + file)
                  .hasMessageContaining("outside of file:" + table.path())
                  .hasMessageContaining("'allow.absolute.paths=file:/");
            });
  }

  private List<String> texts() {
    return OnDisk.texts(
        records.stream().filter(record -> record.topic().equals("delta.orders")).toList());
  }

  private DataFile outside(String spelling) {
    return secret.withPath(spelling.replace("DIR", dir.toString()).replace("FILE", secret.path()));
  }

  private String secretFile() {
    return "file:" + secret.location();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file:DIR/own2/FILE",
        "file://DIR/own2/FILE",
        "file://localhostDIR/own2/FILE",
        "DIR/own2/FILE",
        "../own2/FILE",
        "x/../../own2/FILE",
        "%2E%2E/own2/FILE",
        "file:DIR/own/%2e%2e/own2/FILE",
        "../../../../../../../../../../../..DIR/own2/FILE"
      })
  void aSnapshotWithAFileOutsideOfTheTableIsRefusedBeforeItsFirstRow(String spelling) {
    table.commit().add(outside(spelling)).write();

    assertRefused("file:");
    assertThat(texts()).isEmpty();
  }

  @Test
  void aVersionThatAddsAFileOutsideOfTheTableIsRefusedAsAWhole() {
    table.insert(row("id", 2, "name", "b"));
    table.commit().add(row("id", 3, "name", "c")).add(secret.withAbsolutePath()).write();

    assertRefused(completed(1), secretFile());
    assertThat(texts()).containsExactly("2: insert 2 [2, b]");
  }

  @Test
  void aChangeFileOutsideOfTheTableIsRefused() {
    table.commit().cdc(secret.withAbsolutePath()).add(row("id", 3, "name", "c")).write();

    assertRefused(completed(1), secretFile());
    assertThat(texts()).isEmpty();
  }

  @Test
  void aRemovedFileOutsideOfTheTableIsRefusedWhenItIsRead() {
    table.commit().raw(removeOfSecret()).write();

    assertRefused(completed(1), secretFile());
    assertThat(texts()).isEmpty();
  }

  private String removeOfSecret() {
    return "{\"remove\":{\"path\":\"%s\",\"dataChange\":true,\"deletionTimestamp\":1}}"
        .formatted(secret.withAbsolutePath().path());
  }

  @Test
  void aRemovedFileOutsideOfTheTableMattersOnlyIfItIsRead() throws InterruptedException {
    table
        .commit()
        .raw(removeOfSecret())
        .cdc(row("id", 1, "name", "a", "_change_type", "delete"))
        .write();

    read(completed(1));
    assertThat(texts()).containsExactly("2: delete 1 null");
  }

  @Test
  void aDeletionVectorOutsideOfTheTableIsRefused() throws IOException {
    table
        .commit()
        .deletionVectorsIn(DeletionVectorStorage.ABSOLUTE_PATH)
        .add(table.file(0), new TreeSet<>(List.of(0L)))
        .remove(table.file(0))
        .write();
    Path commit = table.faults().commitFile(2);
    Files.writeString(
        commit,
        Files.readString(commit).replaceAll("(\"pathOrInlineDv\":\"file:[^\"]*)/own/", "$1/own2/"));

    assertRefused(completed(1), "file:" + other.path());
    assertRefused("file:" + other.path());
    assertThat(texts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSidecarOfACheckpointOutsideOfTheLogIsRefused(boolean withCommits) throws IOException {
    TestTable v2 =
        TestTable.at(dir.resolve("v2"))
            .schema("id long, name string")
            .feature("v2Checkpoint")
            .create();
    v2.insert(row("id", 1, "name", "a"));
    List<Path> files = CheckpointFiles.V2_JSON.write(v2);
    Path moved = Files.move(files.get(1), dir.resolve("moved.parquet"));
    String manifest = Files.readString(files.get(0));
    String edited =
        manifest.replace("\"" + files.get(1).getFileName(), "\"../../../" + moved.getFileName());
    assertThat(edited).isNotEqualTo(manifest);
    Files.writeString(files.get(0), edited);
    if (!withCommits) {
      v2.faults().dropVersionsBefore(1);
    }
    table = v2;

    assertRefused("file:" + moved);
    assertThat(texts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"DIR/own2", "file:DIR/own2", "file://DIR/own2/", "DIR", "/", "s3a://x,DIR"})
  void aShallowCloneOfAnAllowedTableIsRead(String allowed) throws InterruptedException {
    other.insert(row("id", 101, "name", "b"), row("id", 102, "name", "c"));
    other.delete(r -> r.get("id").equals(102L));
    table = other.shallowClone(dir.resolve("clone"));
    table.delete(r -> r.get("id").equals(101L));
    assertRefused("file:");

    read("allow.absolute.paths", allowed.replace("DIR", dir.toString()));
    assertThat(texts()).containsExactly("1: read 100 [100, secret]");
    read(completed(0), "allow.absolute.paths", allowed.replace("DIR", dir.toString()));
    assertThat(texts()).contains("1: delete 101 null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DIR/own", "DIR/ow", "DIR/own2/none", "s3a://own2", "hdfs:/"})
  void whatIsAllowedEndsAtTheNameOfADirectory(String allowed) {
    table.commit().add(secret.withAbsolutePath()).write();

    assertRefused(secretFile(), "allow.absolute.paths", allowed.replace("DIR", dir.toString()));
  }
}
