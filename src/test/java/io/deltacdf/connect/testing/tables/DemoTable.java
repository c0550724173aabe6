package io.deltacdf.connect.testing.tables;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * The table of the demo: orders, with a change data feed and deletion vectors. The demo writes one
 * commit at a time while the connector runs.
 *
 * <pre>{@code
 * DemoTable demo = DemoTable.create(dir);          // version 0 and 1: the table and its first rows
 * while (demo.hasNext()) {
 *   DemoTable.Step step = demo.next();             // writes the next commit
 *   System.out.println("v" + step.version() + "  " + step.description());
 * }
 * }</pre>
 */
public final class DemoTable {
  /** The table's key column. */
  public static final String KEY = "order_id";

  private static final String SCHEMA =
      "order_id long not null, customer string, status string, amount decimal(10,2),"
          + " ordered_at timestamp";

  /**
   * A commit that was written.
   *
   * @param description one line of text for the user, without the version
   */
  public record Step(long version, String description) {}

  private record PlannedCommit(String description, ToLongFunction<TestTable> commit) {}

  private static final List<PlannedCommit> COMMITS =
      List.of(
          new PlannedCommit(
              "INSERT: two more orders",
              table ->
                  table.insert(
                      order(1006, "Fay", "new", "15.00"), order(1007, "Gus", "new", "240.90"))),
          new PlannedCommit(
              "UPDATE: orders 1001 and 1002 are paid",
              table -> table.copyOnWrite().update(ids(1001, 1002), set("status", "paid"))),
          new PlannedCommit(
              "MERGE: 1003 is shipped, 1008 is new, 1004 is withdrawn",
              table ->
                  table
                      .copyOnWrite()
                      .merge(
                          List.of(KEY),
                          List.of(
                              order(1003, "Cleo", "shipped", "8.75"),
                              order(1008, "Hal", "new", "64.20")),
                          List.of(row(KEY, 1004)))),
          new PlannedCommit(
              "DELETE: order 1005, its file is rewritten",
              table -> table.copyOnWrite().delete(ids(1005))),
          new PlannedCommit(
              "DELETE: order 1002, by a deletion vector and without change files",
              table -> table.edits().delete(ids(1002))),
          new PlannedCommit(
              "OPTIMIZE: small files become one; no row changes, so nothing is published",
              TestTable::optimize),
          new PlannedCommit(
              "ALTER TABLE: a new column, carrier", table -> table.addColumns("carrier string")),
          new PlannedCommit(
              "UPDATE: 1001 and 1007 are shipped, by a deletion vector and a new file",
              table ->
                  table
                      .edits()
                      .update(ids(1001, 1007), set("status", "shipped", "carrier", "DHL"))),
          new PlannedCommit(
              "INSERT: an order with a carrier",
              table ->
                  table.insert(
                      Rows.with(order(1009, "Ida", "shipped", "31.40"), "carrier", "UPS"))),
          new PlannedCommit(
              "UPDATE of the key: 1006 becomes 2006, a delete and a create",
              table -> table.edits().update(ids(1006), set(KEY, 2006))));

  private final TestTable table;
  private int next;

  private DemoTable(TestTable table) {
    this.table = table;
  }

  /** Creates the table (version 0) with its first five orders (version 1). */
  public static DemoTable create(Path directory) {
    TestTable table =
        TestTable.at(directory)
            .schema(SCHEMA)
            .changeDataFeed()
            .deletionVectors()
            .seed(System.nanoTime())
            .create();
    table.insert(
        order(1001, "Ann", "new", "120.00"),
        order(1002, "Bob", "new", "35.50"),
        order(1003, "Cleo", "new", "8.75"),
        order(1004, "Dan", "new", "99.99"),
        order(1005, "Eve", "new", "410.00"));
    return new DemoTable(table);
  }

  /** Returns the table, including its model. */
  public TestTable table() {
    return table;
  }

  /** Returns the total number of commits that {@link #next} writes. */
  public static int steps() {
    return COMMITS.size();
  }

  public boolean hasNext() {
    return next < COMMITS.size();
  }

  /** Writes the next commit and returns its description. */
  public Step next() {
    if (!hasNext()) {
      throw new NoSuchElementException("There are no more commits");
    }
    PlannedCommit planned = COMMITS.get(next++);
    return new Step(planned.commit().applyAsLong(table), planned.description());
  }

  private static Map<String, Object> order(long id, String customer, String status, String amount) {
    String day = String.format("2024-05-%02d", 1 + id % 28);
    return row(
        KEY,
        id,
        "customer",
        customer,
        "status",
        status,
        "amount",
        amount,
        "ordered_at",
        day + "T09:30:00.250Z");
  }

  private static Predicate<Map<String, Object>> ids(long... ids) {
    return row -> LongStream.of(ids).anyMatch(id -> row.get(KEY).equals(id));
  }
}
