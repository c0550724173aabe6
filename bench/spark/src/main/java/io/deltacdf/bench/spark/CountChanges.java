package io.deltacdf.bench.spark;

import io.deltacdf.bench.ChangeCounts;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Counts each table's change feed and writes it beside the table. Usage: CountChanges TABLE… */
public final class CountChanges {
  private CountChanges() {}

  public static void main(String[] args) throws IOException {
    SparkSession session = SparkSessions.open("count");
    for (String table : args) {
      Row counted =
          session
              .read()
              .format("delta")
              .option("readChangeFeed", "true")
              .option("startingVersion", "0")
              .load(table)
              .selectExpr(
                  "max(_commit_version)",
                  "count(*)",
                  "count_if(_change_type <> 'update_preimage')",
                  "count(distinct _commit_version, id)")
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
