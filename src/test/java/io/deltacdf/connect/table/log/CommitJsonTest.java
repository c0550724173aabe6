package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.utils.FileStatus;
import io.deltacdf.connect.table.ChangedFile;
import io.deltacdf.connect.table.LogContexts;
import io.deltacdf.connect.table.TableContext;
import io.deltacdf.connect.table.TableState;
import io.deltacdf.connect.testing.CountingFileSystem.Counts;
import io.deltacdf.connect.testing.tables.RemoveStyle;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commits are parsed without Delta Kernel, and as Kernel parses them. */
class CommitJsonTest {
  private static final int DAMAGES = Boolean.getBoolean("deltacdf.full") ? 20_000 : 600;

  @TempDir Path dir;

  private TestTable table;
  private TableContext context;

  @BeforeEach
  void create() {
    table =
        TestTable.at(dir)
            .schema("id long, s string")
            .partitionedBy("s")
            .changeDataFeed()
            .deletionVectors()
            .create();
    context = LogContexts.of(table.path());
  }

  private record Parsed(String changeFiles, String dataFiles, String info) {}

  private Parsed parsed(CommitParser commit) {
    KernelCommitLog log = new KernelCommitLog(context, LogPosition.before(1));
    TableState state = log.state();
    return new Parsed(
        text(commit.files().changeFiles(9, state)),
        text(commit.files().dataFiles(9, commit.info(), state, state)),
        commit.info().map(CommitJsonTest::text).orElse(""));
  }

  private static String text(List<ChangedFile> files) {
    return files.stream()
        .map(
            file ->
                "%s %s %s %s %s %s %s"
                    .formatted(
                        file.mayHoldPreimages(),
                        file.mayHoldPostimages(),
                        file.path(),
                        file.size(),
                        file.partitionValues(),
                        file.deletionVectors(),
                        file.rowIdDefaults()))
        .collect(Collectors.joining("\n"));
  }

  private static String text(CommitInfo info) {
    return info.getOperation() + " " + info.getInCommitTimestamp() + info.getOperationMetrics();
  }

  private @Nullable Parsed plain(byte[] content) {
    CommitParser plain = CommitJson.parse(content, context.logFiles());
    return plain == null ? null : parsed(plain);
  }

  private Parsed withKernel(long version) throws IOException {
    Path file = table.faults().commitFile(version);
    CommitReader reader = new CommitReader(context, status -> {});
    FileStatus status = FileStatus.of(file.toString(), Files.size(file), 0);
    return parsed(reader.readWithKernel(version, status, null).actions());
  }

  private byte[] content(long version) throws IOException {
    return Files.readAllBytes(table.faults().commitFile(version));
  }

  @Test
  void commitsOfAllKindsAreParsedAsKernelParsesThem() throws Exception {
    table.insert(row("id", 1, "s", "a"), row("id", 2, "s", "a"), row("id", 3, "s", null));
    table.update(row -> row.get("id").equals(1L), set("s", "é \"\\ \n"));
    table.delete(row -> row.get("id").equals(2L));
    table.copyOnWrite().delete(row -> row.get("id").equals(3L));
    table.commit().removeStyle(RemoveStyle.MINIMAL).remove(table.file(0)).write();
    table
        .commit()
        .operation("MERGE", "numTargetRowsInserted", 0, "numTargetRowsUpdated", 1)
        .cdc(change("insert", row("id", 4, "s", "b")))
        .raw("{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"{}\",\"removed\":false}}")
        .raw("{\"txn\":{\"appId\":\"a\",\"version\":3}}")
        .write();
    table.commit().noCommitInfo().add(row("id", 5, "s", "c")).write();
    table
        .commit()
        .noCommitInfo()
        .raw("{\"commitInfo\":{\"operation\":\"x\",\"operationMetrics\":{\"rows\":3,\"a\":null}}}")
        .raw("{\"commitInfo\":{\"timestamp\":\"x\",\"inCommitTimestamp\":7,\"more\":[{}]}}")
        .raw(
            "{\"add\":{\"path\":\"p\",\"partitionValues\":{\"s\":null},\"size\":1,"
                + "\"modificationTime\":1,\"dataChange\":true,\"baseRowId\":5,"
                + "\"defaultRowCommitVersion\":2,\"tags\":{\"t\":\"u\"},\"more\":{\"x\":[1]}}}")
        .write();

    for (long version = 1; version <= table.version(); version++) {
      assertThat(plain(content(version))).isNotNull().isEqualTo(withKernel(version));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"metaData\":{\"id\":\"a\"}}",
        "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":1.0}}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":9223372036854775808}}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":null}}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{}}}",
        "{\"cdc\":{\"path\":1,\"partitionValues\":{},\"size\":1}}",
        "{\"cdc\":{\"path\":\"p\",\"path\":\"q\",\"partitionValues\":{},\"size\":1}}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{\"s\":1},\"size\":1}}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":[],\"size\":1}}",
        "{\"cdc\":\"p\"}",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":1}} x",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":1}}\r",
        "{\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":1}",
        "{\"txn\":{},\"cdc\":{\"path\":\"p\",\"partitionValues\":{},\"size\":1}}",
        "[]",
        " {}",
        "{}"
      })
  void everythingElseIsLeftToKernel(String line) {
    assertThat(plain((line + "\n").getBytes(StandardCharsets.UTF_8))).isNull();
  }

  /** What is parsed without Kernel is what Kernel finds, also in commits with random damage. */
  @Test
  void damagedCommitsAreReadAsKernelReadsThemOrLeftToIt() throws Exception {
    table.insert(row("id", 1, "s", "a"), row("id", 2, "s", "a"));
    table.delete(row -> row.get("id").equals(2L));
    table.copyOnWrite().update(row -> true, set("s", "b"));
    int plain = 0;
    for (int seed = 0; seed < DAMAGES; seed++) {
      byte[] damaged = damage(content(2 + seed % 2), new Random(seed));
      Parsed found;
      try {
        found = plain(damaged);
      } catch (RuntimeException e) {
        continue;
      }
      if (found != null) {
        plain++;
        Files.write(table.faults().commitFile(4), damaged);
        assertThat(withKernel(4)).as("seed %d", seed).isEqualTo(found);
      }
    }
    assertThat(plain).isGreaterThan(DAMAGES / 10);
  }

  private static byte[] damage(byte[] content, Random random) {
    byte[] damaged = content.clone();
    List<String> bytes = List.of("\"", "{", "}", ",", ":", "n", "1", " ", "\n", "é", "-", "t");
    for (int i = random.nextInt(3); i >= 0; i--) {
      byte[] text = bytes.get(random.nextInt(bytes.size())).getBytes(StandardCharsets.UTF_8);
      damaged[random.nextInt(damaged.length)] = text[random.nextInt(text.length)];
    }
    return damaged;
  }

  @Test
  void aCommitThatChangesTheTableIsReadOnce() {
    table.addColumns("t string");
    KernelCommitLog log = new KernelCommitLog(context, LogPosition.before(1));

    assertThat(log.state()).isNotNull();
    Counts counts = Counts.now();

    assertThat(log.next()).isNotNull().matches(Commit::changesSchema);
    assertThat(counts.since().opened()).isEqualTo(1);
  }
}
