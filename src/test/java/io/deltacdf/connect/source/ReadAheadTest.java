package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.stores.HangingFileSystem;
import io.deltacdf.connect.testing.stores.HangingFileSystem.Call;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a table that is behind reads its next commits while one is published. */
@Timeout(120)
class ReadAheadTest {
  private static final int COMMITS = 8;
  private static final Pattern CHANGE_FILE = Pattern.compile("\"cdc\":\\{.*?\"path\":\"([^\"]+)\"");

  @TempDir Path dir;

  /** The names of the files that were opened, and for logs the versions. */
  private final ConcurrentLinkedQueue<String> opened = new ConcurrentLinkedQueue<>();

  private final List<SourceRecord> records = new ArrayList<>();
  private TestTable table;

  @BeforeEach
  void create() {
    table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "0"));
    for (int i = 1; i <= COMMITS; i++) {
      String name = Integer.toString(i);
      table.copyOnWrite().update(row -> row.get("id").equals(1L), set("name", name));
    }
  }

  @AfterEach
  void answer() {
    HangingFileSystem.answer();
  }

  /** Runs the reader after the insert until it is idle. */
  private void run(String store) {
    try (Storage storage = Storage.open(HangingFileSystem.OPTIONS);
        TableReader reader =
            ReaderRuns.reader(
                DeltaTables.open("orders", store + table.path(), storage),
                Options.orders(),
                Optional.of(SourceOffsetCodec.read("orders", Map.of("version", 1L))),
                records)) {
      ReaderRuns.runUntilIdle(reader);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void hangAt(Predicate<String> names) {
    HangingFileSystem.hangAt(
        (call, path) -> {
          if (call != Call.OPEN_FILE) {
            return false;
          }
          String name = path.getName();
          opened.add(
              name.endsWith(".json") ? Long.valueOf(name.substring(0, 20)).toString() : name);
          return names.test(name);
        });
  }

  private String changeFile(long version) {
    try {
      String commit = Files.readString(table.faults().commitFile(version));
      Matcher path = CHANGE_FILE.matcher(commit);
      assertThat(path.find()).isTrue();
      return Path.of(path.group(1)).getFileName().toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertPublished() {
    assertThat(records.stream().<Object>map(r -> r.sourceOffset().get("version")))
        .containsExactly(LongStream.rangeClosed(2, COMMITS + 1).boxed().toArray());
  }

  @Test
  void theNextCommitsAndTheirFilesAreReadWhileOneIsPublished() {
    String first = changeFile(2);
    hangAt(first::equals);
    CompletableFuture<Void> run = CompletableFuture.runAsync(() -> run("hanging://lake"));

    Awaitility.await()
        .until(
            () ->
                LongStream.rangeClosed(3, 6)
                    .allMatch(
                        version ->
                            opened.contains(Long.toString(version))
                                && opened.contains(changeFile(version))));
    assertThat(opened).as("no more than four commits").doesNotContain("7", changeFile(7));

    HangingFileSystem.answer();
    run.join();
    assertPublished();
    assertThat(opened).as("each file is read once").doesNotHaveDuplicates();
  }

  @Test
  void aReadThatFailsIsRepeatedByTheReader() {
    String first = changeFile(2);
    AtomicBoolean failed = new AtomicBoolean();
    hangAt(
        name -> {
          if (name.endsWith("3.json") && failed.compareAndSet(false, true)) {
            throw new IllegalStateException("the store does not answer");
          }
          return name.equals(first);
        });
    CompletableFuture<Void> run = CompletableFuture.runAsync(() -> run("hanging://lake"));
    Awaitility.await().until(failed::get);
    HangingFileSystem.answer();
    run.join();

    assertPublished();
    assertThat(opened).filteredOn("3"::equals).hasSize(2);
  }

  @Test
  void theLocalDiskIsNotReadAhead() {
    hangAt(name -> false);
    run("");

    assertPublished();
    assertThat(opened).isEmpty();
  }
}
