package io.deltacdf.bench.spark;

import org.apache.spark.sql.SparkSession;

/** A local session with Delta, as a user's small job would have it. */
final class SparkSessions {
  private SparkSessions() {}

  static SparkSession open(String name) {
    SparkSession session =
        SparkSession.builder()
            .appName(name)
            .master(System.getProperty("spark.bench.master", "local[2]"))
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.sql.session.timeZone", "UTC")
            // All batches of a latency run, to count its rows.
            .config("spark.sql.streaming.numRecentProgressUpdates", "100000")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config(
                "spark.sql.warehouse.dir",
                System.getProperty("java.io.tmpdir") + "/spark-warehouse")
            .getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    return session;
  }
}
