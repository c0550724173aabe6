package io.deltacdf.connect.table.log;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the lines of commits may be formed: no action is ever lost. */
class CommitLinesTest {
  @TempDir Path dir;

  private TestTable table;

  /** Creates a table whose version 2 has one commitInfo, one add and one remove action. */
  @BeforeEach
  void create() {
    table = TestTable.at(dir).schema("id long, s string").partitionedBy("s").create();
    table.insert(row("id", 1, "s", "}{\"a\" \\"));
    table.commit().addRows(List.of(row("id", 2, "s", "\\\"}{"))).remove(table.file(0)).write();
  }

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  private void edit(UnaryOperator<List<String>> lines) throws IOException {
    Path commit = table.faults().commitFile(2);
    table
        .faults()
        .overwriteCommit(2, String.join("\n", lines.apply(Files.readAllLines(commit))) + "\n");
  }

  private static String inner(String line) {
    return line.substring(1, line.length() - 1);
  }

  private void assertRead() {
    assertThat(RowText.snapshot(open(), open().latestSnapshot())).containsExactly("id=2 s=\\\"}{");
    assertThat(RowText.changes(open(), 2))
        .containsExactlyInAnyOrder("v2 delete id=1 s=}{\"a\" \\", "v2 insert id=2 s=\\\"}{");
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call, String... texts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
              assertThat(e.getMessage()).contains("orders").contains(texts);
            });
  }

  private void assertRefused(String problem) {
    assertFails(
        ErrorCode.CORRUPT_COMMIT,
        () -> RowText.changes(open(), 2),
        "version 2",
        "00000000000000000002.json",
        problem);
    assertFails(
        ErrorCode.CORRUPT_COMMIT, () -> open().latestSnapshot().files(), "version 2", problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "\r", ",", " x ", "}"})
  void actionsWithoutALineBreakBetweenThemAreRefused(String between) throws IOException {
    edit(lines -> List.of(lines.get(0), lines.get(1) + between + lines.get(2)));

    assertRefused("more text after its JSON value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "}", "{}", "null", "{\"add\":{\"pa"})
  void textAfterAnActionIsRefused(String text) throws IOException {
    edit(lines -> List.of(lines.get(0), lines.get(1), lines.get(2) + " " + text));

    assertRefused("more text after its JSON value");
  }

  @Test
  void actionsInOneObjectAreRefused() throws IOException {
    edit(
        lines ->
            List.of(lines.get(0), "{" + inner(lines.get(1)) + "," + inner(lines.get(2)) + "}"));
    assertRefused("more than one action");
  }

  @Test
  void anActionThatIsRepeatedInOneObjectIsRefused() throws IOException {
    edit(
        lines ->
            List.of(
                lines.get(0),
                "{" + inner(lines.get(1)) + "," + inner(lines.get(1)) + "}",
                lines.get(2)));
    assertRefused("more than one action");
  }

  @Test
  void bytesThatAreNotTextAreRefused() throws IOException {
    Path commit = table.faults().commitFile(2);
    byte[] bytes = Files.readAllBytes(commit);
    int path = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("part-");
    bytes[path] = (byte) 0xE9;
    Files.write(commit, bytes);

    assertRefused("not text in UTF-8");
  }

  @Test
  void whiteSpaceNullsAndOtherLineEndsAreAllowed() throws IOException {
    edit(
        lines ->
            List.of(
                "\t" + lines.get(0) + " \r",
                "{\"txn\" : null, " + inner(lines.get(1)) + ", \"cdc\":null , \"n\": 1 } \r",
                " ",
                "  { " + inner(lines.get(2)) + " }\t"));
    assertRead();
  }

  @Test
  void theLastLineNeedsNoLineEnd() throws IOException {
    String text = Files.readString(table.faults().commitFile(2));
    table.faults().overwriteCommit(2, text.strip());

    assertRead();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"timestamp\":null}",
        "{\"timestamp\":\"2024-01-01\"}",
        "{\"timestamp\":1.5}",
        "{\"timestamp\":99999999999999999999}",
        "{\"operation\":\"WRITE\"}",
        "{\"timestamp\":1,\"operation\":7}",
        "{\"timestamp\":1,\"operation\":{\"name\":\"WRITE\"}}",
        "{\"timestamp\":1,\"operationParameters\":\"none\"}",
        "{\"timestamp\":1,\"operationParameters\":{\"a\":[1,{\"b\":2}],\"c\":null,\"d\":true}}",
        "{\"timestamp\":1,\"operationMetrics\":{\"numFiles\":3}}",
        "{\"timestamp\":1,\"operationMetrics\":[]}",
        "{\"timestamp\":1,\"isBlindAppend\":\"yes\"}",
        "{\"timestamp\":1,\"engineInfo\":null,\"txnId\":12,\"more\":{\"x\":[]}}"
      })
  void commitInfoMayHaveAnyContent(String info) throws IOException {
    edit(lines -> List.of("{\"commitInfo\":" + info + "}", lines.get(1), lines.get(2)));
    assertRead();
  }

  @Test
  void aMergeWhoseMetricsAreNumbersIsANoOpToo() throws IOException {
    edit(
        lines ->
            List.of(
                "{\"commitInfo\":{\"operation\":\"MERGE\",\"operationMetrics\":"
                    + "{\"numTargetRowsInserted\":0,\"numTargetRowsUpdated\":0,"
                    + "\"numTargetRowsDeleted\":0}}}",
                lines.get(1),
                lines.get(2)));

    assertThat(RowText.changes(open(), 2)).isEmpty();
  }

  @Test
  void anInCommitTimestampNeedsNoOtherTimestamp() throws IOException {
    Path other = dir.resolve("other");
    TestTable timed = TestTable.at(other).schema("id long").inCommitTimestamps().create();
    timed.insert(row("id", 1));
    String text = Files.readString(timed.faults().commitFile(1));
    String edited = text.replaceFirst("\"timestamp\":\\d+,?", "");
    assertThat(edited).isNotEqualTo(text);
    timed.faults().overwriteCommit(1, edited);
    DeltaTable opened = DeltaTables.open("orders", other.toString(), Storage.open(Map.of()));

    try (CommitLog log = opened.follow(LogPosition.before(1))) {
      long timestamp = log.next().timestamp();
      assertThat(text).contains("\"inCommitTimestamp\":" + timestamp);
      assertThat(opened.latestSnapshot().timestamp()).isEqualTo(timestamp);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true", "false, false"})
  void addsWithoutDataChangeMustNotContradictOthers(boolean first, boolean second)
      throws IOException {
    edit(
        lines ->
            List.of(
                dataChange(lines.get(1), first),
                dataChange(lines.get(1), second).replaceFirst("\"size\":", "\"size\":1")));

    assertFails(ErrorCode.CORRUPT_TABLE, () -> open().latestSnapshot().files(), "twice");
    assertFails(ErrorCode.CORRUPT_TABLE, () -> RowText.changes(open(), 2), "version 2", "twice");
  }

  private static String dataChange(String line, boolean value) {
    assertThat(line).contains("\"dataChange\":true");
    return line.replace("\"dataChange\":true", "\"dataChange\":" + value);
  }

  @Test
  void aFileThatIsRemovedWithTwoDeletionVectorsIsRefused() throws IOException {
    Path other = dir.resolve("other");
    TestTable vectors = TestTable.at(other).schema("id long").deletionVectors().create();
    vectors.insert(row("id", 1), row("id", 2), row("id", 3));
    vectors.commit().removeRows(vectors.file(0), 0).write();
    vectors.deleteFiles(vectors.file(0));
    String remove = Files.readAllLines(vectors.faults().commitFile(3)).get(1);
    // The id of a deletion vector may contain braces.
    ObjectNode parsed = (ObjectNode) new ObjectMapper().readTree(remove);
    ((ObjectNode) parsed.get("remove")).remove("deletionVector");
    String whole = parsed.toString();
    assertThat(whole).isNotEqualTo(remove);
    DeltaTable opened = DeltaTables.open("orders", other.toString(), Storage.open(Map.of()));

    vectors.faults().overwriteCommit(3, remove + "\n" + remove + "\n");
    assertThat(RowText.changes(opened, 3))
        .containsExactlyInAnyOrder("v3 delete id=2", "v3 delete id=3");
    vectors.faults().overwriteCommit(3, remove + "\n" + whole + " \n");
    DeltaTable again = DeltaTables.open("orders", other.toString(), Storage.open(Map.of()));
    assertFails(
        ErrorCode.CORRUPT_TABLE, () -> RowText.changes(again, 3), "version 3", "removes", "twice");
  }
}
