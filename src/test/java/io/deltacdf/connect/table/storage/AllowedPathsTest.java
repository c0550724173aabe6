package io.deltacdf.connect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.TableLocation;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which paths of a log are in the table's own store, or in a place that is allowed. */
class AllowedPathsTest {
  private final Configuration conf = new Configuration(false);

  private void require(String table, List<String> allowed, String logged) {
    Path root = TablePaths.root(table, conf);
    TableLocation location = new TableLocation("orders", root.toString());
    new AllowedPaths(location, root, allowed, conf).require(7, TablePaths.file(root, logged, conf));
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://lake/orders, part-0.parquet",
    "s3a://lake/orders, s3a://lake/orders/part-0.parquet",
    "s3a://lake/orders, s3://lake/source/part-0.parquet",
    "s3://lake/orders, s3a://lake/source/part-0.parquet",
    "s3a://lake/orders, ../source/part-0.parquet",
    "s3a://lake/orders, /source/part-0.parquet",
    "abfss://c@acc.dfs.core.windows.net/t, abfss://c@acc.dfs.core.windows.net/u/p.parquet",
    "hdfs://Node:8020/t, hdfs://node:8020/u/p.parquet",
    "hdfs://node/t, HDFS://node/u/p.parquet",
    "hdfs:/t, hdfs://default:8020/u/p.parquet",
    "hdfs://default:8020/t, hdfs:/u/p.parquet",
    "/data/orders, part-0.parquet",
    "/data/orders, x/../part-0.parquet",
    "/data/orders, file:///data/orders/part-0.parquet",
    "/data/my orders, file:/data/my%20orders/part-0.parquet",
    "/, file:/anything"
  })
  void theOwnStoreOfATableIsAllowed(String table, String logged) {
    conf.set("fs.defaultFS", "hdfs://default:8020");

    require(table, List.of(), logged);
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://lake/orders, s3a://lake2/orders/part-0.parquet",
    "s3a://lake/orders, s3a://lake.evil/orders/part-0.parquet",
    "s3a://lake/orders, s3a://lake@evil/orders/part-0.parquet",
    "s3a://lake/orders, gs://lake/orders/part-0.parquet",
    "s3a://lake/orders, file:///etc/passwd",
    "s3a://lake/orders, FILE:/etc/passwd",
    "s3a://lake/orders, http://169.254.169.254/latest/meta-data",
    "abfss://c@acc.dfs.core.windows.net/t, abfss://d@acc.dfs.core.windows.net/p.parquet",
    "abfss://c@acc.dfs.core.windows.net/t, abfs://c@acc.dfs.core.windows.net/p.parquet",
    "hdfs://node:8020/t, hdfs://node:9000/u/p.parquet",
    "hdfs://node/t, hdfs:/u/p.parquet",
    "/data/orders, file:///etc/passwd",
    "/data/orders, /etc/passwd",
    "/data/orders, ../../etc/passwd",
    "/data/orders, ../../../../../etc/passwd",
    "/data/orders, file:///data/orders/../../../../etc/passwd",
    "/data/orders, file:///data/orders2/part-0.parquet",
    "/data/orders, file:///data/part-0.parquet",
    "/data/orders, s3a://lake/data/orders/part-0.parquet",
    "/data/orders, hdfs:/data/orders/part-0.parquet"
  })
  void allOtherPlacesAreRefused(String table, String logged) {
    assertThatThrownBy(() -> require(table, List.of(), logged))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.PATH_NOT_ALLOWED);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e)
                  .hasMessageContainingAll("'orders'", "version 7", "allow.absolute.paths");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://source, s3a://source/raw/p.parquet",
    "s3a://source/, s3://source/raw/p.parquet",
    "s3://source/raw, s3a://source/raw/x/p.parquet",
    "file:/mnt/a b, file:/mnt/a%20b/p.parquet",
    "/mnt, file:///mnt/p.parquet"
  })
  void aPlaceThatIsListedIsAllowed(String allowed, String logged) {
    require("s3a://lake/orders", List.of("gs://none", allowed), logged);
  }

  @ParameterizedTest
  @CsvSource({
    "s3a://source/raw, s3a://source/raw2/p.parquet",
    "s3a://source/raw, s3a://source/p.parquet",
    "s3a://source/raw, s3a://source/raw/../p.parquet",
    "/mnt, file:/mnt/../etc/passwd",
    "/mnt, file:/mntx/p.parquet",
    "/mnt, s3a://mnt/p.parquet"
  })
  void whatIsBesideAPlaceIsNotAllowed(String allowed, String logged) {
    assertThatThrownBy(() -> require("s3a://lake/orders", List.of(allowed), logged))
        .isInstanceOf(DeltaCdfException.class);
  }

  @Test
  void theErrorNamesWhatToAllow() {
    assertThatThrownBy(
            () -> require("s3a://lake/orders", List.of(), "s3a://source/raw/part-0.parquet"))
        .hasMessage(
            "[PATH_NOT_ALLOWED] Table 'orders' (s3a://lake/orders), version 7: the log names the"
                + " file s3a://source/raw/part-0.parquet, which is outside of s3a://lake. It is not"
                + " read, because a log that is damaged or was written by somebody else could name"
                + " any file that the credentials of the connector can read. If the file belongs to"
                + " the table, as in a shallow clone, set 'allow.absolute.paths=s3a://source' for"
                + " the table. Otherwise find out who wrote this log.");
  }
}
