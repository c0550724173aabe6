package io.deltacdf.connect.demo;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison of a table with the mirror of its topic. They are equal if they contain the same
 * rows.
 *
 * @param version the table's version
 * @param columns the table's columns, those of the key first
 * @param table the table's rows
 * @param mirror the mirror's rows
 * @param pairs the first rows of both, ordered by key
 * @param missing keys of rows that the mirror lacks or has with other values
 * @param surplus keys of rows that the table lacks or has with other values
 */
record Comparison(
    long version,
    List<String> columns,
    Side table,
    Side mirror,
    List<Pair> pairs,
    List<String> missing,
    List<String> surplus) {

  /**
   * Rows in number, and the sum of their hashes.
   *
   * @param rows how many
   * @param digest the same for the same rows, in whatever order
   */
  record Side(long rows, long digest) {}

  /**
   * Two rows of one key; null where a side has none.
   *
   * @param table the table's row
   * @param mirror the mirror's row
   */
  record Pair(ObjectNode table, ObjectNode mirror) {
    boolean equal() {
      return table != null && table.equals(mirror);
    }
  }

  boolean equal() {
    return missing.isEmpty() && surplus.isEmpty() && table.equals(mirror);
  }

  static Comparison of(TableImage image, FoldedTopic mirror) {
    return new Reader(image).read(mirror);
  }

  private static final class Reader {
    private final TableImage image;
    private final Map<HashValue128, String> missing;
    private final Map<String, ObjectNode> rows = new HashMap<>();
    private final List<String> surplus = new ArrayList<>();
    private long digest;

    Reader(TableImage image) {
      this.image = image;
      this.missing = new HashMap<>(image.keys());
    }

    Comparison read(FoldedTopic mirror) {
      mirror.rows().values().forEach(value -> add(image.form().row(Json.parse(value))));
      return new Comparison(
          image.version(),
          image.form().columns(),
          new Side(image.rows(), image.digest()),
          new Side(mirror.rows().size(), digest),
          pairs(),
          List.copyOf(missing.values()),
          surplus);
    }

    private void add(ObjectNode row) {
      HashValue128 hash = RowForm.hash(row);
      digest += hash.getAsLong();
      String key = image.form().keyOf(row).toString();
      boolean same = missing.remove(hash) != null;
      if (!same) {
        surplus.add(key);
      }
      if (image.firstRows().containsKey(key) || (!same && rows.size() < TableImage.ROWS_KEPT)) {
        rows.put(key, row);
      }
    }

    private List<Pair> pairs() {
      List<String> keys = new ArrayList<>(image.firstRows().keySet());
      rows.keySet().stream().filter(key -> !image.firstRows().containsKey(key)).forEach(keys::add);
      List<JsonNode> sorted = new ArrayList<>(keys.stream().map(Json::parse).toList());
      sorted.sort(Reader::compareKeys);
      List<Pair> pairs = new ArrayList<>();
      for (JsonNode key : sorted) {
        pairs.add(new Pair(image.firstRows().get(key.toString()), rows.get(key.toString())));
      }
      return Collections.unmodifiableList(pairs);
    }

    private static int compareKeys(JsonNode left, JsonNode right) {
      for (int i = 0; i < left.size(); i++) {
        JsonNode a = left.get(i);
        JsonNode b = right.get(i);
        int order =
            a.isNumber() && b.isNumber()
                ? a.decimalValue().compareTo(b.decimalValue())
                : Json.text(a).compareTo(Json.text(b));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }
  }
}
