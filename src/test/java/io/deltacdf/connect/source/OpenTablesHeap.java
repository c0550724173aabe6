package io.deltacdf.connect.source;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;

import io.deltacdf.connect.config.TableConfig;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Reads many tables on two threads in a separate JVM, and prints how much heap memory is in use
 * when each table is in the middle of a file and the queue is full, such as {@code 40 tables,
 * 50000000 bytes}.
 */
public final class OpenTablesHeap {
  private static final int THREADS = 2;
  private static final int GROUP_ROWS = 2_500;
  private static final int CHANGES = 5_000;
  private static final int MORE_COLUMNS = 400;

  /** What is read of the tables. */
  enum Kind {
    /** A snapshot of a file with row groups of 10 MB. */
    ROW_GROUPS {
      @Override
      void write(TestTable table) {
        writeRows(table);
      }
    },

    /**
     * The changes of a file with a footer of 2 MB, as envelopes. Each preimage is in another batch
     * than its postimage whenever a batch ends.
     */
    CHANGES_WITH_PREIMAGES {
      @Override
      void write(TestTable table) {
        writeChanges(table);
      }
    };

    abstract void write(TestTable table);

    TableConfig config(String table) {
      return this == ROW_GROUPS ? Options.table(table) : Options.table(table, "start.version", "1");
    }
  }

  private OpenTablesHeap() {}

  /** Writes a table with one commit. */
  static void write(Path directory, Kind kind) {
    kind.write(TestTable.at(directory).schema("id long, text string").changeDataFeed().create());
  }

  private static void writeRows(TestTable table) {
    Random random = new Random(1);
    List<Map<String, Object>> rows =
        IntStream.range(0, 4 * GROUP_ROWS)
            .mapToObj(id -> row("id", (long) id, "text", text(random)))
            .toList();
    table
        .commit()
        .add(table.dataFile(rows, options -> options.rowGroupRows(GROUP_ROWS).dictionary(false)))
        .write();
  }

  private static void writeChanges(TestTable table) {
    Random random = new Random(1);
    List<Map<String, Object>> changes = new ArrayList<>();
    changes.add(change("insert", row("id", 0L, "text", "first")));
    for (long id = 1; id < CHANGES; id++) {
      changes.add(change("update_preimage", row("id", id, "text", text(random))));
      changes.add(change("update_postimage", row("id", id, "text", text(random))));
    }
    table
        .commit()
        .cdc(
            table.changeFile(
                changes,
                options -> {
                  options.rowGroupRows(GROUP_ROWS).dictionary(false);
                  for (int i = 0; i < MORE_COLUMNS; i++) {
                    options.extraColumn("more" + i, "int", 1);
                  }
                }))
        .write();
  }

  /** Returns a text that does not compress well. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder(4_000);
    random.ints(4_000, ' ', '~').forEach(c -> text.append((char) c));
    return text.toString();
  }

  public static void main(String[] args) throws Exception {
    Path original = Path.of(args[0]);
    int tables = Integer.parseInt(args[1]);
    List<Path> copies = new ArrayList<>();
    for (int i = 0; i < tables; i++) {
      copies.add(link(original, original.resolveSibling("copy-" + tables + "-" + i)));
    }
    try (Storage storage = Storage.open(Map.of())) {
      TaskReaders readers = start(copies, Kind.valueOf(args[2]), storage);
      Map<String, Integer> seen = new HashMap<>();
      // Every table has published a part of its first row group, and none its last one.
      while (seen.size() < tables) {
        List<SourceRecord> records = readers.poll();
        if (records != null) {
          records.forEach(record -> seen.merge(record.topic(), 1, Integer::sum));
        }
      }
      long before = used();
      long now = used();
      do {
        before = now;
        Thread.sleep(500);
        now = used();
      } while (Math.abs(now - before) > 1 << 20);
      System.out.println(tables + " tables, " + now + " bytes");
      readers.stop();
    }
  }

  private static TaskReaders start(List<Path> tables, Kind kind, Storage storage) {
    return TaskReaders.start(
        tables.stream()
            .map(
                table -> {
                  String name = table.getFileName().toString();
                  return new TaskReaders.Source(
                      DeltaTables.open(name, table.toString(), storage),
                      kind.config(name),
                      Optional::empty);
                })
            .toList(),
        Options.records("record.format", "debezium"),
        Options.flow(THREADS, 8 << 20),
        partitions -> Map.of());
  }

  private static Path link(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectory(to.resolve(from.relativize(directory)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.createLink(to.resolve(from.relativize(file)), file);
            return FileVisitResult.CONTINUE;
          }
        });
    return to;
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
