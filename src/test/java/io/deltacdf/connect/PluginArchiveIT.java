package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.deltacdf.connect.config.Version;
import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ConnectVersion;
import io.deltacdf.connect.testing.ConnectWorker;
import io.deltacdf.connect.testing.PluginArchive;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.Runtimes;
import io.deltacdf.connect.testing.SharedCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The archive that users install: its contents, and that Connect finds and loads it. */
class PluginArchiveIT {
  private static final String CONNECTOR = DeltaSourceConnector.class.getName();
  private static final String SERVICE =
      "META-INF/services/org.apache.kafka.connect.source.SourceConnector";

  /** Two Parquet jars contain the same classes of a library. */
  private static final String SHADED = "shaded/parquet/it/unimi/dsi/fastutil/";

  private static final long MAX_BYTES = 130_000_000;

  @TempDir Path directory;

  @Test
  void archivesAreSmallEnough() throws Exception {
    assertThat(Files.size(PluginArchive.zip())).isLessThan(MAX_BYTES);
    assertThat(Files.size(PluginArchive.tgz())).isLessThan(MAX_BYTES);
  }

  /** Connect loads these from the worker; a second copy would hide it or bind the logging twice. */
  @Test
  void containsNoLibraryOfTheWorker() throws Exception {
    List<String> forbidden = new ArrayList<>();
    for (Path jar : jars()) {
      try (JarFile file = new JarFile(jar.toFile())) {
        for (JarEntry entry : file.stream().toList()) {
          String name = entry.getName();
          if (name.startsWith("org/apache/kafka/")
              || name.startsWith("org/slf4j/")
              || name.startsWith("META-INF/services/org.slf4j")
              || name.startsWith("org/apache/logging/log4j/core/")
              || name.startsWith("org/apache/log4j/")
              || name.startsWith("ch/qos/logback/")) {
            forbidden.add(jar.getFileName() + "!" + name);
          }
        }
      }
    }
    assertThat(forbidden).isEmpty();
  }

  @Test
  void containsWhatReadingTablesNeeds() throws Exception {
    assertThat(jars().stream().map(j -> j.getFileName().toString().replaceFirst("-\\d.*", "")))
        .contains(
            "kafka-connect-delta-cdf",
            "delta-kernel-api",
            "delta-kernel-defaults",
            "delta-storage",
            "hadoop-client-api",
            "hadoop-client-runtime",
            "hadoop-aws",
            "hadoop-azure",
            "s3",
            "s3-transfer-manager",
            "sts",
            "sso",
            "analyticsaccelerator-s3",
            "commons-io",
            "commons-lang3",
            "snappy-java",
            "zstd-jni",
            "picocli")
        .doesNotContain("bundle", "wildfly-openssl", "azure-storage", "lz4-java", "hadoop-common");
  }

  /** The worker's slf4j-api, which other libraries need, is not part of the archive. */
  @Test
  void theBillOfMaterialsListsTheLibrariesOfTheArchive() throws Exception {
    JsonNode bill = new ObjectMapper().readTree(PluginArchive.billOfMaterials().toFile());
    Set<String> listed = new TreeSet<>();
    for (JsonNode library : bill.get("components")) {
      assertThat(library.get("hashes")).isNotEmpty();
      listed.add(library.get("name").asText() + "-" + library.get("version").asText() + ".jar");
    }
    listed.removeIf(jar -> jar.startsWith("slf4j-api-"));
    Set<String> contained = new TreeSet<>();
    jars().forEach(jar -> contained.add(jar.getFileName().toString()));
    contained.removeIf(jar -> jar.startsWith("kafka-connect-delta-cdf-"));

    assertThat(bill.get("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(listed).isEqualTo(contained);
  }

  /** With two versions of a class, it would be unclear which one is loaded. */
  @Test
  void noClassIsInTwoJars() throws Exception {
    Map<String, List<String>> jarsByClass = new TreeMap<>();
    for (Path jar : jars()) {
      try (JarFile file = new JarFile(jar.toFile())) {
        file.stream()
            .map(JarEntry::getName)
            .filter(n -> n.endsWith(".class") && !n.endsWith("module-info.class"))
            .filter(n -> !n.startsWith(SHADED))
            .forEach(
                n ->
                    jarsByClass
                        .computeIfAbsent(n, c -> new ArrayList<>())
                        .add(jar.getFileName().toString()));
      }
    }
    TreeSet<List<String>> twice = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
    jarsByClass.values().stream().filter(in -> in.size() > 1).forEach(twice::add);
    assertThat(twice).isEmpty();
  }

  @Test
  void theConnectorsJarDeclaresItAsAService() throws Exception {
    Path ours =
        jars().stream()
            .filter(j -> j.getFileName().toString().startsWith("kafka-connect-delta-cdf-"))
            .findFirst()
            .orElseThrow();
    try (JarFile jar = new JarFile(ours.toFile())) {
      String services =
          new String(
              jar.getInputStream(jar.getJarEntry(SERVICE)).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(services.strip()).isEqualTo(CONNECTOR);
      assertThat(jar.getJarEntry("META-INF/LICENSE")).isNotNull();
      assertThat(jar.getJarEntry("META-INF/NOTICE")).isNotNull();
    }
  }

  /** Confluent Hub requires {@code <owner>-<name>-<version>.zip} and some manifest fields. */
  @Test
  void layoutAndManifestMatchConfluentHub() throws Exception {
    Path root = PluginArchive.unpacked();
    JsonNode manifest = new ObjectMapper().readTree(root.resolve("manifest.json").toFile());
    String version = manifest.get("version").asText();
    assertThat(version).isEqualTo(Version.get());
    assertThat(root.getFileName()).hasToString("deltacdf-kafka-connect-delta-cdf-" + version);
    assertThat(PluginArchive.zip().getFileName()).hasToString(root.getFileName() + ".zip");
    assertThat(manifest.get("name").asText()).isEqualTo("kafka-connect-delta-cdf");
    assertThat(manifest.at("/owner/username").asText()).isEqualTo("deltacdf");
    assertThat(manifest.get("component_types")).map(JsonNode::asText).containsExactly("source");
    assertThat(manifest.get("title").asText()).isNotBlank();
    assertThat(manifest.get("description").asText()).isNotBlank();
    assertThat(manifest.at("/license/0/name").asText()).isEqualTo("Apache License 2.0");
    assertThat(LocalDate.parse(manifest.get("release_date").asText())).isNotNull();
    assertThat(manifest.toString()).doesNotContain("${");

    assertThat(Files.readString(root.resolve("doc/version.txt")).strip()).isEqualTo(version);
    assertThat(root.resolve("doc/LICENSE")).exists();
    assertThat(root.resolve("doc/NOTICE")).exists();
  }

  @Test
  void theTgzHasTheSameContents() throws Exception {
    Path log = directory.resolve("tar.log");
    Process tar =
        new ProcessBuilder("tar", "xzf", PluginArchive.tgz().toString(), "-C", directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(tar.waitFor()).as(Files.readString(log)).isZero();
    Path root = directory.resolve("kafka-connect-delta-cdf-" + Version.get());
    assertThat(files(root)).isEqualTo(files(PluginArchive.unpacked()));
  }

  @ParameterizedTest
  @EnumSource
  void workersFindItByItsServiceManifest(ConnectVersion version) {
    try (ConnectWorker worker =
        ConnectWorker.builder(
                SharedCluster.broker(), ProjectDirectory.newWorkDirectory("archive-worker"))
            .version(version)
            .start()) {
      JsonNode plugins = worker.rest().plugins();
      assertThat(plugins)
          .as(plugins.toString())
          .anySatisfy(
              plugin -> {
                assertThat(plugin.get("class").asText()).isEqualTo(CONNECTOR);
                assertThat(plugin.get("type").asText()).isEqualTo("source");
                assertThat(plugin.get("version").asText()).isEqualTo(Version.get());
              });
    }
  }

  @Test
  void connectPluginPathListsItAsLoadableWithManifest() throws Exception {
    ChildProcess list =
        ChildProcess.java(
                "ConnectPluginPath",
                Runtimes.classPath("kafka"),
                "org.apache.kafka.tools.ConnectPluginPath",
                directory.resolve("list.log"))
            .args("list", "--plugin-location", PluginArchive.unpacked().toString())
            .start();
    assertThat(list.awaitExit(Duration.ofMinutes(2))).as(list.logTail()).isZero();
    List<String> lines = Files.readAllLines(list.log());
    List<String> header =
        lines.stream()
            .filter(l -> l.startsWith("pluginName\t"))
            .findFirst()
            .map(l -> List.of(l.split("\t")))
            .orElseThrow();
    List<String> row =
        lines.stream()
            .filter(l -> l.startsWith(CONNECTOR + "\t"))
            .findFirst()
            .map(l -> List.of(l.split("\t")))
            .orElseThrow();
    assertThat(row.get(header.indexOf("isLoadable"))).isEqualTo("true");
    assertThat(row.get(header.indexOf("hasManifest"))).isEqualTo("true");
    assertThat(row.get(header.indexOf("pluginVersion"))).isEqualTo(Version.get());
  }

  private static List<Path> jars() throws Exception {
    try (Stream<Path> files = Files.list(PluginArchive.unpacked().resolve("lib"))) {
      return files.sorted().toList();
    }
  }

  private static Map<String, Long> files(Path root) throws Exception {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(root.relativize(file).toString(), Files.size(file));
      }
    }
    return sizes;
  }
}
