package io.deltacdf.connect.demo;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.TableSnapshot;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A table at one version: the key of each row by the row's hash, and its first rows. */
final class TableImage {
  /** How many rows are kept; of the others only the hashes. */
  static final int ROWS_KEPT = 1000;

  private final long version;
  private final RowForm form;
  private final Map<HashValue128, String> keys = new HashMap<>();
  private final Map<String, ObjectNode> firstRows = new LinkedHashMap<>();
  private long rows;
  private long digest;

  TableImage(long version, RowForm form) {
    this.version = version;
    this.form = form;
  }

  /** Reads a table. */
  static TableImage of(DeltaTable table, TableSnapshot snapshot, RowForm form) {
    TableImage image = new TableImage(snapshot.version(), form);
    TableRows.read(table, snapshot, value -> image.add(form.row(value)));
    return image;
  }

  /** Adds a row that is in the form. */
  void add(ObjectNode row) {
    HashValue128 hash = RowForm.hash(row);
    String key = form.keyOf(row).toString();
    rows++;
    digest += hash.getAsLong();
    keys.put(hash, key);
    if (firstRows.size() < ROWS_KEPT) {
      firstRows.put(key, row);
    }
  }

  long version() {
    return version;
  }

  RowForm form() {
    return form;
  }

  long rows() {
    return rows;
  }

  /** The sum of all rows' hashes, whatever their order. */
  long digest() {
    return digest;
  }

  /** The JSON array of a row's key by the row's hash. */
  Map<HashValue128, String> keys() {
    return Collections.unmodifiableMap(keys);
  }

  /** The first rows in the order of the table's files, by the JSON array of their key. */
  Map<String, ObjectNode> firstRows() {
    return Collections.unmodifiableMap(firstRows);
  }
}
