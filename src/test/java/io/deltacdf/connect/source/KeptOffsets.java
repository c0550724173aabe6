package io.deltacdf.connect.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.offset.SourceOffset;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.testing.PlainRecords;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Files with the offsets that a release wrote. Each file belongs to one configuration of the table
 * {@link Orders}; each line has the offset of a record as Connect stores it, a tab, and the record.
 *
 * <p>{@link #main} writes the files of this release. A release whose offsets differ from those of
 * the last one keeps the old files and adds its own, in a directory with its version.
 */
final class KeptOffsets {
  private static final Path DIRECTORY =
      ProjectDirectory.get().resolve("src/test/resources/stored-offsets");

  /** A configuration with offsets of its own kind. */
  enum Kind {
    ROW("start.version", "0"),
    ENVELOPE("start.version", "0", "record.format", "debezium", "tombstones.on.delete", "false"),
    SNAPSHOT("tables.orders.end.version", "3", "snapshot.mode", "initial_only"),
    REQUESTED_SNAPSHOT(
        "tables.orders.end.version",
        "3",
        "snapshot.mode",
        "initial_only",
        "tables.orders.snapshot.request",
        "again"),
    PARTITIONS("start.version", "0", "consolidation.max.keys", "1"),
    DERIVED("start.version", "0", "change.feed", "derive"),
    ROWS_WITH_PREIMAGES(
        "start.version", "0", "commit.consolidation", "none", "include.preimages", "true"),
    COLUMNS("start.version", "0", "column.exclude.list", "note"),
    MARKED("start.version", "0", "provide.transaction.metadata", "true"),
    MARKED_PARTITIONS(
        "start.version",
        "0",
        "provide.transaction.metadata",
        "true",
        "consolidation.max.keys",
        "1",
        "record.format",
        "debezium",
        "tombstones.on.delete",
        "false");

    private final Map<String, String> options = new HashMap<>();

    Kind(String... more) {
      options.put("topic.prefix", "delta");
      options.put("tables", "orders");
      options.put("tables.orders.path", "/tables/orders");
      options.put("key", "id");
      for (int i = 0; i < more.length; i += 2) {
        options.put(more[i], more[i + 1]);
      }
    }

    String fileName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt";
    }

    /** Returns the records of the table after an offset, or of a first start. */
    List<SourceRecord> after(Optional<SourceOffset> stored) throws InterruptedException {
      DeltaSourceConfig config = new DeltaSourceConfig(options);
      List<SourceRecord> records = new ArrayList<>();
      try (TableReader reader =
          new TableReader(
              Orders.table(2),
              config.tables().get(0),
              config.records(),
              stored.orElse(null),
              (record, size) -> records.add(PlainRecords.of(record)))) {
        ReaderRuns.runUntilIdle(reader);
      }
      return records;
    }
  }

  /** The offset of a record, and a text of the record. */
  record Line(String offset, String record) {
    Map<String, ?> fields() {
      try (JsonConverter converter = json()) {
        @SuppressWarnings("unchecked")
        Map<String, ?> map =
            (Map<String, ?>) converter.toConnectData("offsets", offset.getBytes(UTF_8)).value();
        return map;
      }
    }
  }

  private KeptOffsets() {}

  /** Returns the directories of all releases with offsets of their own. */
  static List<Path> releases() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.sorted().toList();
    }
  }

  /** Returns the configurations of which a release has kept offsets. */
  static List<Kind> kinds(Path release) {
    return Stream.of(Kind.values())
        .filter(kind -> Files.exists(release.resolve(kind.fileName())))
        .toList();
  }

  static List<Line> read(Path release, Kind kind) throws IOException {
    return Files.readAllLines(release.resolve(kind.fileName())).stream()
        .map(line -> new Line(line.split("\t")[0], line.split("\t")[1]))
        .toList();
  }

  /** Returns what a record says, without what differs from run to run. */
  static String text(SourceRecord record) {
    return "%s %s %s %s%s"
        .formatted(
            OnDisk.version(record),
            header(record, "delta.change.type").orElse("marker"),
            record.key(),
            String.valueOf(record.value()).replaceAll(",?source=.*$", ""),
            header(record, "delta.transaction.order").map(order -> " #" + order).orElse(""));
  }

  private static Optional<Object> header(SourceRecord record, String name) {
    return Optional.ofNullable(record.headers().lastWithName(name)).map(Header::value);
  }

  private static JsonConverter json() {
    JsonConverter converter = new JsonConverter();
    converter.configure(Map.of("schemas.enable", "false"), false);
    return converter;
  }

  private static String line(SourceRecord record) {
    try (JsonConverter converter = json()) {
      byte[] offset = converter.fromConnectData("offsets", null, record.sourceOffset());
      return new String(offset, UTF_8) + "\t" + text(record);
    }
  }

  /** Writes the files of this release to a directory whose name is the argument. */
  public static void main(String[] args) throws Exception {
    Path release = Files.createDirectories(DIRECTORY.resolve(args[0]));
    for (Kind kind : Kind.values()) {
      Files.write(
          release.resolve(kind.fileName()),
          kind.after(Optional.empty()).stream().map(KeptOffsets::line).toList());
    }
  }

  static SourceOffset offset(Map<String, ?> fields) {
    return SourceOffsetCodec.read("orders", fields);
  }
}
