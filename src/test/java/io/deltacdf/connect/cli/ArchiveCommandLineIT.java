package io.deltacdf.connect.cli;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ConnectorConfig;
import io.deltacdf.connect.testing.Connectors;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.Runtimes;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@code bin/delta-cdf} from the archive, with the jars of Kafka installations. */
class ArchiveCommandLineIT {
  @RegisterExtension private final Connectors connectors = new Connectors();

  @TempDir private Path directory;
  private Path out;
  private Path err;
  private TestTable table;

  @BeforeEach
  void table() {
    out = directory.resolve("out");
    err = directory.resolve("err");
    table = TestTable.at(directory.resolve("t")).schema("id long").changeDataFeed().create();
    table.insert(row("id", 7L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"connect-3.9", "connect-4.3"})
  void takesConnectsClassesFromAKafkaInstallation(String runtime) throws Exception {
    String kafka = installation(runtime).toString();
    assertThat(run(kafka, "changes", table.path(), "--key", "id"))
        .as(Files.readString(err))
        .isZero();
    assertThat(Files.readString(out)).startsWith("{\"key\":7,").hasLineCount(1);
    assertThat(err).isEmptyFile();
    assertThat(run(kafka, "describe", directory.resolve("nosuch").toString())).isEqualTo(1);
    assertThat(Files.readString(err)).startsWith("delta-cdf: [NOT_A_TABLE]").hasLineCount(1);
  }

  @Test
  void showsTheStatusOfARunningConnector() throws Exception {
    String kafka = installation("connect-4.3").toString();
    String worker = connectors.rest().address().toString();
    connectors.create(
        ConnectorConfig.named("archive-status")
            .table("t", table.path(), "id")
            .set("replication.grace.ms", "0"));
    connectors.awaitVersion("archive-status", "t", 1);

    assertThat(run(kafka, "status", worker, "archive-status")).as(Files.readString(err)).isZero();
    assertThat(Files.readString(out))
        .contains("archive-status: running, tasks: 1")
        .containsPattern("(?m)^t +idle +1 +1 +- +-$");

    connectors.stop("archive-status");
    table.insert(row("id", 8L));
    Files.delete(Path.of(table.path(), table.file(1).path()));
    connectors.rest().resume("archive-status");
    connectors.rest().awaitFailed("archive-status", Duration.ofSeconds(60));
    assertThat(run(kafka, "status", worker, "archive-status", "--json")).isEqualTo(1);
    assertThat(Files.readString(out)).contains("\"needs_person\":true", "[FILE_MISSING]");
    assertThat(err).isEmptyFile();
  }

  @Test
  void saysWhatItNeeds() throws Exception {
    assertThat(run(directory.resolve("nothing").toString(), "--version")).isEqualTo(1);
    assertThat(Files.readString(err)).contains("KAFKA_HOME");
  }

  /** Creates a directory with {@code libs}, like the unpacked archive of Kafka. */
  private Path installation(String runtime) throws IOException {
    Path libs = Files.createDirectories(directory.resolve(runtime).resolve("libs"));
    for (Path jar : Runtimes.classPath(runtime)) {
      Files.copy(jar, libs.resolve(jar.getFileName()));
    }
    return libs.getParent();
  }

  private int run(String kafkaHome, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add("bash");
    command.add(PluginArchive.unpacked().resolve("bin/delta-cdf").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder
        .environment()
        .putAll(Map.of("KAFKA_HOME", kafkaHome, "JAVA_HOME", System.getProperty("java.home")));
    return builder.start().waitFor();
  }
}
