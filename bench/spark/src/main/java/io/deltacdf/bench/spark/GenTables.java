package io.deltacdf.bench.spark;

import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Deterministic generator of tables with a change feed; every value is a function of row id and
 * commit. Usage: {@code GenTables ROOT SCALE TABLE…} where scale 1.0 is five million rows;
 * README.md describes the tables.
 */
public final class GenTables {
  private static final long ROWS_AT_SCALE_ONE = 5_000_000L;
  private static final int FILES_PER_COMMIT = 4;

  private static final String CREATE =
      """
      CREATE TABLE delta.`%s` (id BIGINT, name STRING, email STRING, country STRING, status STRING,
        note STRING, amount DECIMAL(18,2), score DOUBLE, event_ts TIMESTAMP, birth_date DATE,
        active BOOLEAN, address STRUCT<street: STRING, city: STRING, zip: STRING, lat: DOUBLE>)
      USING delta TBLPROPERTIES ('delta.enableChangeDataFeed'='true',
        'delta.enableDeletionVectors'='%s')
      """;

  private static final List<String> COLUMNS =
      List.of(
          "id",
          "concat('Fn', h1 % 4000, ' Lastname', h1 % 90000) name",
          "concat('user', id % 3000000, '@mail', h2 % 40, '.example.com') email",
          "concat('C', lpad(h2 % 200, 3, '0')) country",
          "element_at(array('NEW','ACTIVE','SUSPENDED','CLOSED','PENDING','ARCHIVED'),"
              + " cast(h3 % 6 as int) + 1) status",
          "concat_ws(' ', concat('w', h1 % 997), concat('term', h2 % 1009),"
              + " concat('x', h3 % 4999), 'order', concat('ref', h4 % 1000003), 'note',"
              + " concat('k', h1 % 61)) note",
          "cast((h4 % 100000000) / 100 as decimal(18,2)) amount",
          "(h3 % 1000000) / 1000.0d score",
          "timestamp_micros(1700000000000000 + id * 1000003 + h1 % 1000000) event_ts",
          "date_add(date'1950-01-01', cast(h2 % 20000 as int)) birth_date",
          "h3 % 7 <> 0 active",
          "named_struct('street', concat(h1 % 9999, ' ', 'St ', h4 % 500), 'city',"
              + " concat('City', h2 % 5000), 'zip', lpad(h3 % 100000, 5, '0'),"
              + " 'lat', (h1 % 180000) / 1000.0d - 90) address");

  private final SparkSession session;
  private final long rows;

  private GenTables(SparkSession session, double scale) {
    this.session = session;
    this.rows = Math.round(ROWS_AT_SCALE_ONE * scale);
  }

  public static void main(String[] args) {
    SparkSession session = SparkSessions.open("gen");
    GenTables tables = new GenTables(session, Double.parseDouble(args[1]));
    for (String name : List.of(args).subList(2, args.length)) {
      long start = System.nanoTime();
      tables.generate(name, args[0] + "/" + name);
      System.out.printf(
          Locale.ROOT, "generated %s in %.1f s%n", name, (System.nanoTime() - start) / 1e9);
    }
    session.stop();
  }

  private void generate(String name, String path) {
    create(path, name.equals("T2"));
    if (name.startsWith("S")) {
      // A commit of the table that bin/scale.sh reads: a million rows, or fewer for a small run.
      insert(path, 0, Math.min(1_000_000, rows), 5, FILES_PER_COMMIT);
      return;
    }
    switch (name) {
      case "T1", "T2" -> bulk(path);
      case "T3" -> insert(path, 0, 100_000, 1, 100);
      case "T4" -> {
        insert(path, 0, rows / 2, 2, FILES_PER_COMMIT * 2);
        rows(0, rows / 2, 77, FILES_PER_COMMIT * 2)
            .write()
            .format("delta")
            .mode("overwrite")
            .save(path);
      }
      case "T5" -> {
        insert(path, 0, rows, 3, FILES_PER_COMMIT * 2);
        rows(0, rows, 3, FILES_PER_COMMIT * 2)
            .where("id % 1000 <> 0")
            .union(rows(0, rows, 78, 1).where("id % 1000 = 0"))
            .write()
            .format("delta")
            .mode("overwrite")
            .save(path);
      }
      case "TL" -> insert(path, 0, 10_000, 4, 1);
      default -> throw new IllegalArgumentException("unknown table " + name);
    }
  }

  private void create(String path, boolean deletionVectors) {
    session.sql(CREATE.formatted(path, deletionVectors));
  }

  /** Rows with the ids [from, from + count); the salt makes the values of one commit its own. */
  private Dataset<Row> rows(long from, long count, int salt, int files) {
    String hash = "abs(xxhash64(id," + salt + ",%d)) >> 1 h%d";
    return session
        .range(from, from + count, 1, files)
        .selectExpr(
            "id",
            hash.formatted(1, 1),
            hash.formatted(2, 2),
            hash.formatted(3, 3),
            hash.formatted(4, 4))
        .selectExpr(COLUMNS.toArray(String[]::new));
  }

  private void insert(String path, long from, long count, int salt, int files) {
    rows(from, count, salt, files).write().format("delta").mode("append").save(path);
  }

  /** Five inserts, an update of 10 %, a merge of 5 % updates and 5 % inserts, a delete of 5 %. */
  private void bulk(String path) {
    long fifth = rows / 5;
    for (int i = 0; i < 5; i++) {
      insert(path, i * fifth, fifth, i, FILES_PER_COMMIT);
    }
    String table = "delta.`" + path + "`";
    session.sql(
        "UPDATE "
            + table
            + " SET status = 'UPDATED', amount = amount + 1, note = concat(note, ' u1')"
            + (" WHERE id < " + fifth + " AND xxhash64(id) % 2 = 0"));
    rows(fifth, fifth, 900, FILES_PER_COMMIT)
        .where("xxhash64(id) % 4 = 0")
        .union(rows(rows, rows / 20, 901, FILES_PER_COMMIT))
        .createOrReplaceTempView("merge_source");
    session.sql(
        "MERGE INTO "
            + table
            + " t USING merge_source s ON t.id = s.id"
            + (" AND t.id >= " + fifth + " AND t.id < " + 2 * fifth)
            + " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *");
    session.sql(
        "DELETE FROM "
            + table
            + (" WHERE id >= " + 2 * fifth + " AND id < " + 3 * fifth)
            + " AND xxhash64(id) % 4 = 0");
  }
}
