package io.deltacdf.runtime.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import io.delta.tables.DeltaTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Queries Delta tables with Spark. Rows are JSON objects as {@code to_json} writes them,
 * including null fields: decimals as numbers, binary as base64, dates as {@code yyyy-MM-dd},
 * timestamps in UTC with six fraction digits and {@code Z}, those without a time zone the same
 * without {@code Z}, NaN and the infinities as strings.
 */
final class Oracle implements AutoCloseable {
  private static final Map<String, String> JSON_FORM =
      Map.of(
          "ignoreNullFields", "false",
          "timestampFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX",
          "timestampNTZFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS");

  private final SparkSession spark;

  /** The rows of an answer as JSON objects, and its schema in Spark's JSON form. */
  record Answer(List<String> rows, String schema) {}

  Oracle(Path workDirectory) {
    spark =
        SparkSession.builder()
            .appName("delta-cdf oracle")
            .master("local[2]")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", workDirectory.resolve("local").toString())
            .config(
                "spark.sql.warehouse.dir", workDirectory.resolve("warehouse").toUri().toString())
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .config("spark.sql.session.timeZone", "UTC")
            // The change feed passes rows through Java objects; the older ones have no 10 October
            // 1582.
            .config("spark.sql.datetime.java8API.enabled", "true")
            .config("spark.hadoop.fs.file.impl", NoForkFileSystem.class.getName())
            // Renames files without file contexts, which would start readlink processes.
            .config("spark.delta.logStore.file.impl", "io.delta.storage.LocalLogStore")
            // Many short queries of small tables: partitions, generated code, plans adapted at run
            // time and checks of each plan change cost more than they save.
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.databricks.delta.snapshotPartitions", "1")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.adaptive.enabled", "false")
            .config("spark.sql.lightweightPlanChangeValidation", "false")
            // Other generated code is compiled once: the default cache has only 100 entries.
            .config("spark.sql.codegen.cache.maxEntries", "5000")
            .config("spark.sql.ui.explainMode", "simple")
            .config("spark.ui.retainedJobs", "1")
            .config("spark.ui.retainedStages", "1")
            .config("spark.ui.retainedTasks", "1")
            .config("spark.sql.ui.retainedExecutions", "1")
            .config("spark.databricks.delta.changelogV2.enabled", "true")
            .getOrCreate();
  }

  String sparkVersion() {
    return spark.version();
  }

  /** Runs the statements in a new session, so that settings and views end with them. */
  void sql(List<String> statements) {
    SparkSession session = spark.newSession();
    for (String statement : statements) {
      session.sql(statement).collectAsList();
    }
  }

  Answer changes(String path, long from, Long to) {
    DataFrameReader reader =
        spark.read().format("delta").option("readChangeFeed", true).option("startingVersion", from);
    if (to != null) {
      reader.option("endingVersion", to);
    }
    return answer(reader.load(path));
  }

  /** The change feed that Delta computes from row tracking. */
  Answer rowTrackingChanges(String path, long from, Long to, String options) {
    String end = to == null ? "" : " TO VERSION " + to;
    String with = options.isEmpty() ? "" : " WITH (" + options + ")";
    return answer(
        spark.sql(
            "SELECT * FROM delta.`"
                + path.replace("`", "``")
                + "` CHANGES FROM VERSION "
                + from
                + end
                + with));
  }

  /**
   * The rows of a version; with row ids as columns {@code row_id} and {@code row_commit_version}.
   */
  Answer rows(String path, Long version, boolean rowIds) {
    Dataset<Row> rows = table(path, version);
    return answer(
        rowIds
            ? rows.select(col("*"), col("_metadata.row_id"), col("_metadata.row_commit_version"))
            : rows);
  }

  String schema(String path, long version) {
    return table(path, version).schema().json();
  }

  long latestVersion(String path) {
    return DeltaTable.forPath(spark, path).history(1).select("version").head().getLong(0);
  }

  private Dataset<Row> table(String path, Long version) {
    DataFrameReader reader = spark.read().format("delta");
    if (version != null) {
      reader.option("versionAsOf", version);
    }
    return reader.load(path);
  }

  private static Answer answer(Dataset<Row> rows) {
    List<String> json =
        rows.select(to_json(struct(col("*")), JSON_FORM)).as(Encoders.STRING()).collectAsList();
    return new Answer(json, rows.schema().json());
  }

  @Override
  public void close() {
    spark.stop();
  }
}
