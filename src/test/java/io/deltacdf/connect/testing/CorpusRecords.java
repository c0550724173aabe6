package io.deltacdf.connect.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The part of the corpus from other readers' test suites: {@code tables} and {@code expected}. */
final class CorpusRecords {
  private static final Pattern CHANGE_FEED_OFF = Pattern.compile("v(\\d+): CDF off");
  private static final Set<String> CHANGE_TYPES =
      Set.of("insert", "delete", "update_preimage", "update_postimage");

  private final Path corpus;

  CorpusRecords(Path corpus) {
    this.corpus = corpus;
  }

  /**
   * {@code <table>.computed.json}: {@code versions}, {@code counts} as [version, change type,
   * rows], {@code rows} as [version, change type, row], {@code notes} on the versions without a
   * feed.
   */
  List<CorpusRange> computed() {
    List<CorpusRange> ranges = new ArrayList<>();
    try (Stream<Path> files = Files.list(corpus.resolve("expected"))) {
      files
          .filter(file -> file.getFileName().toString().endsWith(".computed.json"))
          .sorted()
          .forEach(file -> ranges.add(computed(OracleRows.json(read(file)))));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + corpus.resolve("expected"), e);
    }
    return ranges;
  }

  private CorpusRange computed(JsonNode record) {
    String table = record.required("table").asText();
    ArrayNode versions = (ArrayNode) record.required("versions");
    long first = versions.get(0).asLong();
    long last = versions.get(versions.size() - 1).asLong();
    for (JsonNode note : record.required("notes")) {
      Matcher off = CHANGE_FEED_OFF.matcher(note.asText());
      if (!off.matches()) {
        throw new IllegalStateException("Unknown note on " + table + ": " + note);
      }
      first = Long.parseLong(off.group(1)) + 1;
    }
    if (first > last) {
      return range(
          "computed/" + table,
          table,
          VersionRange.of(versions.get(0).asLong(), last),
          new CorpusExpectation.Refused("The change feed is off"));
    }
    return range("computed/" + table, table, VersionRange.of(first, last), computedRows(record));
  }

  private static CorpusExpectation computedRows(JsonNode record) {
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode count : record.required("counts")) {
      counts.put(count.get(0).asText() + " " + count.get(1).asText(), count.get(2).asInt());
    }
    List<ObjectNode> rows = new ArrayList<>();
    for (JsonNode change : record.required("rows")) {
      ObjectNode row = change.get(2).deepCopy();
      rows.add(
          row.put(OracleRows.CHANGE_TYPE, change.get(1).asText())
              .put(OracleRows.COMMIT_VERSION, change.get(0).asLong()));
    }
    return expected(rows, counts);
  }

  /**
   * {@code asserted.json}: a list of {@code table}, {@code start}, {@code end}, and {@code rows}
   * with all values as text or {@code error}.
   */
  List<CorpusRange> asserted() {
    List<CorpusRange> ranges = new ArrayList<>();
    for (JsonNode record : OracleRows.json(read(corpus.resolve("expected/asserted.json")))) {
      String table = record.required("table").asText();
      String test = record.required("source").asText().replaceFirst(".*::", "");
      ranges.add(
          range(
              "asserted/" + (ranges.size() + 1) + " " + test + " " + table,
              table,
              assertedVersions(record),
              record.has("error")
                  ? new CorpusExpectation.Refused(record.get("error").asText())
                  : expected(assertedRows(record), Map.of())));
    }
    return ranges;
  }

  private static VersionRange assertedVersions(JsonNode record) {
    long start = record.required("start").asLong();
    if (record.hasNonNull("end")) {
      return VersionRange.of(start, record.get("end").asLong());
    }
    // A time as the only bound is an upper one, of a modification time that no checkout keeps: what
    // it stands for is the last version of the rows.
    return record.path("ts_args").hasNonNull("starting")
        ? VersionRange.of(
            start,
            assertedRows(record).stream()
                .mapToLong(row -> row.required(OracleRows.COMMIT_VERSION).asLong())
                .max()
                .orElseThrow())
        : VersionRange.from(start);
  }

  private static List<ObjectNode> assertedRows(JsonNode record) {
    List<ObjectNode> rows = new ArrayList<>();
    for (JsonNode row : record.required("rows")) {
      ObjectNode parsed = row.deepCopy();
      row.properties().forEach(c -> parsed.set(c.getKey(), structOf(c.getValue())));
      rows.add(parsed);
    }
    return rows;
  }

  /** The struct in a text such as {@code {a: 1, b.c: 2}}; any other value as it is. */
  private static JsonNode structOf(JsonNode value) {
    String text = value.asText();
    if (!value.isTextual() || !text.matches("\\{.*}")) {
      return value;
    }
    ObjectNode struct = JsonNodeFactory.instance.objectNode();
    for (String field : text.substring(1, text.length() - 1).split(", ")) {
      String[] parts = field.split(": ", 2);
      struct.put(parts[0], parts[1]);
    }
    return struct;
  }

  /** {@code snapshots.jsonl}: {@code table}, {@code version}, {@code count}, {@code rows}. */
  List<CorpusSnapshot> snapshots() {
    return read(corpus.resolve("expected/snapshots.jsonl"))
        .lines()
        .map(OracleRows::json)
        .map(
            record ->
                new CorpusSnapshot(
                    table(record.required("table").asText()),
                    record.required("version").asLong(),
                    record.required("count").asLong(),
                    OracleRows.of(
                        objects(record.required("table").asText(), record.required("rows")))))
        .toList();
  }

  private static List<ObjectNode> objects(String table, JsonNode rows) {
    return StreamSupport.stream(rows.spliterator(), false)
        .map(row -> CorpusForms.row(table, row))
        .toList();
  }

  /** Unknown change types must be rejected, regardless of the recorded result. */
  private static CorpusExpectation expected(List<ObjectNode> rows, Map<String, Integer> counts) {
    List<String> unknown =
        rows.stream()
            .map(row -> row.required(OracleRows.CHANGE_TYPE).asText())
            .filter(type -> !CHANGE_TYPES.contains(type))
            .distinct()
            .toList();
    return unknown.isEmpty()
        ? new CorpusExpectation.Rows(OracleRows.of(rows), counts, false)
        : new CorpusExpectation.Refused("Change types outside the protocol: " + unknown);
  }

  private CorpusRange range(
      String name, String table, VersionRange versions, CorpusExpectation expected) {
    return new CorpusRange(name, table(table), versions, expected);
  }

  private Path table(String name) {
    Path table = corpus.resolve("tables").resolve(name);
    if (!Files.isDirectory(table)) {
      throw new IllegalStateException("No table " + table);
    }
    return table;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
