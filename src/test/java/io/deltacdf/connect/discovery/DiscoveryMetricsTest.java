package io.deltacdf.connect.discovery;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.config.ConfigValidation;
import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.config.discovery.DiscoveryConfig;
import io.deltacdf.connect.table.storage.Directories;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.CapturedLog;
import io.deltacdf.connect.testing.tables.TestTable;
import io.deltacdf.connect.validation.DiscoveredTableChecks;
import java.io.FileNotFoundException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.management.InstanceNotFoundException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of the discovery, and what its messages do not show. */
class DiscoveryMetricsTest {
  @TempDir private Path root;
  private final Map<String, String> options =
      new HashMap<>(Map.of("topic.prefix", "lake", "discovery.keys", ".*:id"));
  private TableDiscovery discovery;

  @AfterEach
  void close() {
    if (discovery != null) {
      discovery.close();
    }
  }

  private TestTable table(String name) {
    TestTable table = TestTable.at(root.resolve(name)).schema("id long").changeDataFeed().create();
    table.insert(row("id", 1));
    return table;
  }

  /**
   * @param source finds the tables; null to look below the root
   */
  private TableDiscovery discovery(TableSource source) {
    DeltaSourceConfig config = new DeltaSourceConfig(options);
    DiscoveryConfig where = config.discovery().orElseThrow();
    ConfigValidation validation = DeltaSourceConfig.validate(options);
    Storage storage = Storage.open(config.hadoop());
    discovery =
        new TableDiscovery(
            config,
            where,
            new Discovery(
                source == null
                    ? new DirectorySource(where, where.root().orElseThrow(), storage)
                    : source,
                new Selection(where, validation, new Directories(storage)),
                validation,
                new DiscoveredTableChecks(storage, Duration.ofMinutes(1)),
                StoredTables.NONE),
            storage,
            () -> {},
            () -> 0);
    return discovery;
  }

  private static Object attribute(String name) throws Exception {
    Object value =
        ManagementFactory.getPlatformMBeanServer()
            .getAttribute(
                new ObjectName("delta.cdf:type=connector-metrics,server=lake,context=discovery"),
                name);
    if (!(value instanceof TabularData table)) {
      return value;
    }
    Map<Object, Object> map = new TreeMap<>();
    for (Object row : table.values()) {
      map.put(((CompositeData) row).get("key"), ((CompositeData) row).get("value"));
    }
    return map;
  }

  @Test
  void metricsTellWhatIsFoundAndSkippedAndWhetherTheRootCanBeListed() throws Exception {
    table("orders");
    table("a/b");
    table("a_b");
    TestTable bad = table("bad");
    Files.writeString(bad.faults().commitFile(0), "{\"metaData\":");
    TestTable keyless = table("keyless");
    options.put("discovery.keys", "(?!keyless).*:id");
    options.put("discovery.depth", "2");
    options.put("discovery.root", root.toString());
    discovery(null);
    assertThat(attribute("NumberOfTables")).isEqualTo(0L);
    assertThat(attribute("MilliSecondsSinceLastLook")).isEqualTo(-1L);
    assertThat(attribute("Connected")).isEqualTo(false);

    discovery.lookOnce();
    discovery.taskConfigs(1);
    assertThat(attribute("NumberOfTables")).isEqualTo(1L);
    assertThat(attribute("NumberOfTablesSkipped")).isEqualTo(4L);
    assertThat(attribute("TablesSkipped"))
        .isEqualTo(Map.of("name", 2L, "options", 1L, "retriable", 1L));
    assertThat((Long) attribute("MilliSecondsSinceLastLook")).isNotNegative();
    assertThat(attribute("Connected")).isEqualTo(true);
    assertThat(attribute("NumberOfReconfigurations")).isEqualTo(0L);

    table("lines");
    discovery.lookOnce();
    assertThat(attribute("NumberOfTables")).isEqualTo(2L);
    assertThat(attribute("NumberOfReconfigurations")).isEqualTo(1L);
    Files.move(root, root.resolveSibling(root.getFileName() + "-gone"));
    discovery.lookOnce();
    assertThat(attribute("Connected")).isEqualTo(false);
    assertThat(attribute("NumberOfFailedLooks")).isEqualTo(1L);
    assertThat(attribute("NumberOfTables")).as("as of the last look").isEqualTo(2L);
    Files.move(root.resolveSibling(root.getFileName() + "-gone"), root);

    discovery.close();
    assertThatThrownBy(() -> attribute("Connected")).isInstanceOf(InstanceNotFoundException.class);
    assertThat(keyless.version()).isEqualTo(1);
  }

  @Test
  void noMessageShowsASecretOfTheRoot() throws Exception {
    // The validation refuses a password in the root.
    options.put("discovery.root", "s3a://lake/verysecretkey");
    options.put("hadoop.fs.s3a.secret.key", "verysecretkey");
    discovery(
        known -> {
          throw DiscoveryErrors.noRoot(
              "s3a://lake/verysecretkey", new FileNotFoundException("none"));
        });
    try (CapturedLog log = new CapturedLog(TableDiscovery.class)) {
      discovery.lookOnce();

      assertThat(log.lines()).isNotEmpty().allMatch(line -> line.contains("s3a://lake/[hidden]"));
      assertThatThrownBy(() -> discovery.taskConfigs(1))
          .hasMessageContaining("s3a://lake/[hidden]")
          .hasMessageNotContaining("verysecret");
    }
  }
}
