package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static io.deltacdf.connect.testing.tables.Rows.set;

import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The two tables of the main scenario: {@code orders} with a change data feed and a schema that
 * changes, and {@code articles} without a feed and with a key of two columns. The expected records
 * of {@code orders} are lists of lines ({@code <version> <change type> <key>}).
 */
public final class MainScenario {
  public static final List<String> SNAPSHOT =
      List.of("1 read 1", "1 read 2", "1 read 3", "1 read 4");

  public static final List<String> EVERY_KIND_OF_CHANGE =
      List.of(
          "2 insert 5",
          "3 update_postimage 1",
          "4 delete 2",
          "5 update_postimage 3",
          "5 insert 6",
          "6 delete 4",
          "6 insert 40",
          "8 insert 2",
          "9 update_postimage 5");

  public static final List<String> WHILE_STOPPED =
      List.of("11 insert 7", "12 update_postimage 1", "14 insert 8");

  public static final List<String> AFTER_THE_KILL = List.of("15 delete 8", "16 update_postimage 7");

  private final TestTable orders;
  private final TestTable articles;

  public MainScenario(Path directory) {
    orders =
        TestTable.at(directory.resolve("orders"))
            .schema("id long, state string, pieces int, at timestamp")
            .changeDataFeed()
            .deletionVectors()
            .columnMapping("name")
            .typeWidening()
            .create();
    articles =
        TestTable.at(directory.resolve("articles"))
            .schema("place string, article long, pieces int")
            .partitionedBy("place")
            .create();
    orders.insert(order(1, "new"), order(2, "new"), order(3, "new"), order(4, "new"));
    articles.insert(article("Köln / Süd", 1, 10), article("Ulm", 1, 20), article("Ulm", 2, 30));
  }

  public TestTable orders() {
    return orders;
  }

  public TestTable articles() {
    return articles;
  }

  /** Publishes {@link #EVERY_KIND_OF_CHANGE}. */
  public void everyKindOfChange() {
    orders.insert(order(5, "new"));
    orders.copyOnWrite().update(row -> row.get("id").equals(1L), set("state", "paid"));
    orders.delete(row -> row.get("id").equals(2L));
    orders.merge("id", order(3, "sent"), order(6, "new"));
    orders.update(row -> row.get("id").equals(4L), set("id", 40L));
    orders.optimize();
    orders.insert(order(2, "new again"));
    orders.overwrite(
        order(1, "paid"),
        order(2, "new again"),
        order(3, "sent"),
        order(5, "paid"),
        order(6, "new"),
        order(40, "new"));
    articles.copyOnWrite().update(row -> row.get("article").equals(1L), set("pieces", 9));
    articles.delete(row -> row.get("pieces").equals(30));
  }

  /** Publishes {@link #WHILE_STOPPED}. */
  public void newSchemas() {
    orders.addColumns("carrier string");
    orders.insert(row("id", 7L, "state", "new", "pieces", 1, "carrier", "DHL"));
    orders.update(row -> row.get("id").equals(1L), set("state", "sent"));
    orders.widenColumn("pieces", "long");
    orders.insert(row("id", 8L, "state", "new", "pieces", 5_000_000_000L));
    articles.insert(article("Köln / Süd", 3, 1));
  }

  /** Publishes {@link #AFTER_THE_KILL}. */
  public void lastChanges() {
    orders.delete(row -> row.get("id").equals(8L));
    orders.update(row -> row.get("id").equals(7L), set("pieces", 2L));
    articles.insert(
        LongStream.range(100, 1100).mapToObj(article -> article("Bonn", article, 1)).toList());
  }

  private static Map<String, Object> order(long id, String state) {
    return row("id", id, "state", state, "pieces", 1, "at", "2026-02-28T12:00:00.000001Z");
  }

  private static Map<String, Object> article(String place, long article, int pieces) {
    return row("place", place, "article", article, "pieces", pieces);
  }
}
