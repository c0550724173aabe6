package io.deltacdf.connect.containers;

import static io.deltacdf.connect.testing.tables.Rows.row;

import io.deltacdf.connect.testing.tables.Rows;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A table that grows by a commit of 20 new rows at a time, and what must be published of it. */
final class FaultTable {
  private static final int ROWS = 20;

  private final TestTable table;
  private final List<String> published = new ArrayList<>();

  /** A table with its first rows, which the connector finds in a snapshot. */
  FaultTable(Path directory) {
    table = TestTable.at(directory).schema("id long, name string").changeDataFeed().create();
    insert("read");
  }

  TestTable table() {
    return table;
  }

  /** One more commit. */
  void insert() {
    insert("insert");
  }

  private void insert(String changeType) {
    long first = published.size();
    long version =
        table.insert(Rows.generate(ROWS, i -> row("id", first + i, "name", "name-" + i)));
    for (long id = first; id < first + ROWS; id++) {
      published.add(version + " " + changeType + " " + id);
    }
  }

  /** As {@link Pipeline#lines}: each row once, in the order of commits and files. */
  List<String> published() {
    return published;
  }
}
