package io.deltacdf.connect.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.s3.S3Copy;
import io.deltacdf.connect.testing.s3.S3Gateway;
import io.deltacdf.connect.testing.s3.S3Request;
import io.deltacdf.connect.testing.s3.S3Server;
import io.deltacdf.connect.testing.s3.SharedS3;
import io.deltacdf.connect.testing.tables.TestTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counts the requests that a look for tables takes on S3, as {@code docs/stores.md} says. */
class S3DiscoveryIT {
  @TempDir Path dir;

  private final S3Gateway gateway = S3Gateway.before(SharedS3.server());
  private final AtomicInteger allowed = new AtomicInteger();
  private final Storage storage =
      Storage.open(gateway.options(), (store, requests) -> allowed.addAndGet(requests));

  @AfterEach
  void close() {
    storage.close();
    gateway.close();
  }

  private void table(String path) {
    TestTable table = TestTable.at(dir.resolve(path)).schema("id long").changeDataFeed().create();
    assertThat(new S3Copy(SharedS3.server(), table, "discovery/" + path).path()).endsWith(path);
  }

  private DirectorySource source(int depth) {
    DiscoveryConfig config =
        new DeltaSourceConfig(
                Map.of(
                    "topic.prefix",
                    "p",
                    "discovery.root",
                    "s3://" + S3Server.BUCKET + "/discovery/",
                    "discovery.depth",
                    Integer.toString(depth)))
            .discovery()
            .orElseThrow();
    return new DirectorySource(config, config.root().orElseThrow(), storage);
  }

  private List<String> requests() {
    return gateway.takeRequests().stream().map(S3Request::toString).toList();
  }

  @Test
  void aLookListsTheRootAndDirectoriesThatAreNewOrNoTables() {
    table("orders");
    table("sales/lines");
    table("sales/returns");
    table("raw/deep/table");
    DirectorySource flat = source(1);
    DirectorySource deep = source(2);

    assertThat(flat.find(Set.of()).tables())
        .isEqualTo(
            Map.of("orders", FoundTable.at("s3a://" + S3Server.BUCKET + "/discovery/orders")));
    assertThat(requests()).containsExactly("LIST discovery/", "LIST log", "LIST log", "LIST log");
    assertThat(flat.find(Set.of()).others()).containsExactly("raw", "sales");
    assertThat(requests())
        .as("the root, and the log in each of two directories without one")
        .containsExactly("LIST discovery/", "LIST log", "LIST log");

    assertThat(deep.find(Set.of()).tables())
        .containsOnlyKeys("orders", "sales/lines", "sales/returns");
    assertThat(requests())
        .containsExactly(
            "LIST discovery/",
            "LIST discovery/orders/",
            "LIST discovery/raw/",
            "LIST log",
            "LIST discovery/sales/",
            "LIST log",
            "LIST log");
    deep.find(Set.of());
    assertThat(requests())
        .containsExactly(
            "LIST discovery/", "LIST discovery/raw/", "LIST log", "LIST discovery/sales/");
    assertThat(allowed).hasValue(4 + 3 + 7 + 4);
  }
}
