package io.deltacdf.bench.spark;

import static org.apache.spark.sql.functions.expr;

import io.deltacdf.bench.ChangeCounts;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Counts the rows of each table's change feed and writes the counts next to the table. Usage:
 * CountChanges TABLE…
 */
public final class CountChanges {
  private CountChanges() {}

  public static void main(String[] args) throws IOException {
    SparkSession session = SparkSessions.open("count");
    for (String table : args) {
      Dataset<Row> changes =
          session
              .read()
              .format("delta")
              .option("readChangeFeed", "true")
              .option("startingVersion", "0")
              .load(table);
      String[] columns = session.read().format("delta").load(table).columns();
      String row = "xxhash64(" + String.join(", ", columns) + ")";
      Row counted =
          changes
              .groupBy("_commit_version", "id")
              .agg(
                  expr("count(*) row_count"),
                  expr("count_if(_change_type <> 'update_preimage') event_count"),
                  expr("min(" + row + ") <> max(" + row + ") differs"))
              .selectExpr(
                  "max(_commit_version)",
                  "sum(row_count)",
                  "sum(event_count)",
                  "count_if(row_count = 1 or differs)")
              .first();
      ChangeCounts counts =
          new ChangeCounts(
              counted.getLong(0), counted.getLong(1), counted.getLong(2), counted.getLong(3));
      counts.write(Path.of(table));
      System.out.println(Path.of(table).getFileName() + " " + counts);
    }
    session.stop();
  }
}
