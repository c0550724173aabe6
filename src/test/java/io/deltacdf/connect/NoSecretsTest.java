package io.deltacdf.connect;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.testing.AllLogLines;
import io.deltacdf.connect.testing.FreePorts;
import io.deltacdf.connect.testing.LeakyFileSystem;
import io.deltacdf.connect.testing.LeakyFileSystem.Fault;
import io.deltacdf.connect.testing.tables.TestTable;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that no secret of a configuration gets out of the connector: not in logs at any level,
 * failures, validation answers, records, offsets, metrics, or texts of objects. {@code
 * CommandsWithoutSecretsTest} does the same for the command line.
 */
@Timeout(120)
class NoSecretsTest {
  private static final RecordMetadata METADATA =
      new RecordMetadata(new TopicPartition("any", 0), 0, 0, 0, 0, 0);

  @TempDir Path dir;

  /** Everything that others can see. */
  private final List<String> seen = new ArrayList<>();

  private final AllLogLines log = new AllLogLines();

  @BeforeEach
  void createTable() {
    TestTable table = TestTable.at(dir).schema("id long, name string").changeDataFeed().create();
    table.insert(row("id", 1, "name", "a"));
  }

  @AfterEach
  void stop() {
    LeakyFileSystem.fail(Fault.NONE);
    log.close();
  }

  private Map<String, String> props(String... more) {
    Map<String, String> props = new HashMap<>();
    props.put("connector.class", DeltaSourceConnector.class.getName());
    props.put("name", "orders");
    props.put("topic.prefix", "shop");
    props.put("tables", "orders");
    props.put("tables.orders.path", "leaky://bucket" + dir);
    props.put("key", "id");
    props.put("read.retry.max.attempts", "2");
    props.put("read.retry.delay.max.ms", "5");
    props.put("replication.grace.ms", "0");
    LeakyFileSystem.HADOOP.forEach((name, value) -> props.put("hadoop." + name, value));
    props.put("value.converter", "org.example.AvroConverter");
    props.put("value.converter.basic.auth.user.info", "user:s3cr3t-20");
    props.put("value.converter.apicurio.auth.password", "s3cr3t-21");
    props.put("value.converter.schema.registry.url", "http://user:s3cr3t-22@registry");
    props.put("producer.override.sasl.jaas.config", "x required password=\"s3cr3t-23\";");
    props.put("my.own.secret", "s3cr3t-24");
    props.put("topic.creation.default.password", "s3cr3t-25");
    for (int i = 0; i < more.length; i += 2) {
      props.put(more[i], more[i + 1]);
    }
    return props;
  }

  private void assertNoSecretIsSeen() {
    seen.addAll(log.lines());
    assertThat(seen).isNotEmpty().noneMatch(text -> text.contains(LeakyFileSystem.SECRET));
  }

  private void startConnector(Map<String, String> props) {
    DeltaSourceConnector connector = new DeltaSourceConnector();
    for (ConfigValue value : connector.validate(props).configValues()) {
      seen.add(value.toString());
    }
    try {
      DeltaSourceConfig config = new DeltaSourceConfig(props);
      Stream.of(config, config.tables(), config.records(), config.flow(), config.topicCreation())
          .map(String::valueOf)
          .forEach(seen::add);
      seen.addAll(DeltaSourceConfig.validate(props).unknownOptions().values());
      connector.start(props);
    } catch (ConfigException e) {
      seen.add(AllLogLines.trace(e));
    }
  }

  /** Runs a task until it fails or has published the row, and looks at it from all sides. */
  private void runTask(Map<String, String> props) throws Exception {
    DeltaSourceTask task = new DeltaSourceTask();
    Map<String, Map<String, Object>> stored = new ConcurrentHashMap<>();
    task.initialize(TaskContexts.of(stored, () -> {}));
    try {
      task.start(props);
      for (boolean published = false; !published; ) {
        List<SourceRecord> records = task.poll();
        for (SourceRecord record : records == null ? List.<SourceRecord>of() : records) {
          seen.add(record + " " + record.headers() + " " + record.sourceOffset());
          stored.put("orders", new HashMap<>(record.sourceOffset()));
          task.commitRecord(record, METADATA);
          published |= record.topic().equals("shop.orders");
        }
        task.commit();
      }
    } catch (DeltaCdfException e) {
      seen.add(AllLogLines.trace(e));
    }
    lookAtMetrics();
    task.stop();
  }

  private void lookAtMetrics() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    for (ObjectName name : server.queryNames(new ObjectName("delta.cdf:*"), null)) {
      seen.add(name.toString());
      for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
        seen.add(attribute + " = " + server.getAttribute(name, attribute.getName()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void noFailureOfAStoreShowsASecret(Fault fault) throws Exception {
    LeakyFileSystem.fail(fault);
    startConnector(props());
    runTask(props());
    runTask(props("table.failure.policy", "isolate"));
    if (fault == Fault.CLOSE) {
      Awaitility.await()
          .until(() -> log.lines().stream().anyMatch(line -> line.contains("Failed to close")));
    } else if (fault != Fault.NONE) {
      assertThat(log.lines()).anyMatch(line -> line.contains("[hidden]"));
    }
    assertNoSecretIsSeen();
  }

  @ParameterizedTest
  @CsvSource({
    "tables.orders.path, leaky://id:s3cr3t-30@bucket/orders",
    "tables.orders.path, https://acc/orders?sv=2024&sig=s3cr3t-31",
    "tables.orders.allow.absolute.paths, s3a://id:s3cr3t-32@bucket",
    "tables.orders.password, s3cr3t-33",
    "tables.other.secret.key, s3cr3t-34",
    "hadoop., s3cr3t-35"
  })
  void noErrorOfAnOptionShowsItsSecret(String option, String value) {
    startConnector(props(option, value));
    assertNoSecretIsSeen();
  }

  @ParameterizedTest
  @CsvSource({
    "nope://bucket/orders, hadoop.fs.nope.secret.key, s3cr3t-40",
    "s3a://bucket/orders, hadoop.fs.s3a.endpoint, http://user:s3cr3t-41@127.0.0.1:PORT",
    "s3a://bucket/orders, hadoop.fs.s3a.endpoint, http://user:s3cr3t-42@[bad",
    "s3a://bucket/orders, hadoop.fs.s3a.endpoint, https://127.0.0.1:PORT?sig=s3cr3t-43",
    "s3a://bucket/orders, hadoop.fs.s3a.connection.maximum, http://user:s3cr3t-44@x",
    "hdfs://127.0.0.1:PORT/orders, hadoop.ipc.client.connect.max.retries, 0",
    "abfs://c@acc.dfs.core.windows.net/orders, hadoop.fs.azure.account.key, s3cr3t-45"
  })
  void noErrorOfARealStoreShowsASecret(String path, String option, String value) throws Exception {
    String port = Integer.toString(FreePorts.find(1)[0]);
    Map<String, String> props =
        props(
            "tables.orders.path",
            path.replace("PORT", port),
            option,
            value.replace("PORT", port),
            "hadoop.fs.s3a.retry.limit",
            "0",
            "hadoop.fs.s3a.attempts.maximum",
            "0",
            "hadoop.fs.s3a.endpoint.region",
            "us-east-1",
            "hadoop.fs.azure.io.retry.max.retries",
            "0");
    props.remove("hadoop.fs.s3a.proxy.password");
    startConnector(props);
    runTask(props);
    assertNoSecretIsSeen();
  }

  @Test
  void placeholdersOfConfigProvidersAreShownAsNothingElse() {
    startConnector(props("hadoop.fs.s3a.secret.key", "${file:/etc/s3cr3t.properties:key}"));
    assertNoSecretIsSeen();
  }
}
