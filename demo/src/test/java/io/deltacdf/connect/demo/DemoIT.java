package io.deltacdf.connect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ChildProcess;
import io.deltacdf.connect.testing.ProjectDirectory;
import io.deltacdf.connect.testing.SharedCluster;
import io.deltacdf.connect.testing.tables.DemoTable;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the demo as {@code bin/demo} does, and with a table of the user. */
class DemoIT {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Screen screen =
      new Screen(new PrintStream(printed, true, StandardCharsets.UTF_8), false, 120);

  @TempDir Path directory;

  @Test
  void mirrorsItsTableAndEndsItsProcesses() throws IOException {
    Set<Long> processes = children();
    Set<Path> directories = scratchDirectories();

    int code = Demo.run(screen);

    assertThat(code).as("%s", text()).isZero();
    assertThat(text())
        .contains("v1      read    1001    customer=Ann  status=new")
        .contains("v3      update  1001    status: new -> paid")
        .contains("v4      delete  1004")
        .contains("v11     delete  1006")
        .contains("v11     insert  2006    customer=Fay")
        .contains("The table, version 11")
        .contains("EQUAL: the mirror holds the table's 6 rows")
        .doesNotContain("NOT EQUAL")
        .contains("\"value.converter\": \"io.deltacdf.connect.avro.DeltaAvroConverter\"")
        .contains("/subjects/demo.orders-value/versions/latest")
        .contains("\"name\" : \"carrier\"");
    assertThat(children()).isEqualTo(processes);
    assertThat(scratchDirectories()).isEqualTo(directories);
  }

  @Test
  void mirrorsATableOfTheUser() {
    DemoTable own = DemoTable.create(directory.resolve("own orders"));
    while (own.hasNext()) {
      own.next();
    }
    OwnTableRun run =
        new OwnTableRun(
            own.table().directory().toString(),
            List.of("ORDER_ID"),
            Map.of("hadoop.fs.s3a.secret.key", "do-not-tell"));

    boolean equal =
        new Session(
                screen,
                SharedCluster.broker().bootstrapServers(),
                SharedCluster.worker().rest(),
                new JsonRecords(),
                run)
            .play(false);

    assertThat(equal).as("%s", text()).isTrue();
    assertThat(text())
        .contains("\"tables.own_orders.key\": \"order_id\"")
        .contains("\"hadoop.fs.s3a.secret.key\": \"[hidden]\"")
        .doesNotContain("do-not-tell")
        .contains("the table's rows, as a")
        .contains("v11     read    2006")
        .contains("EQUAL: the mirror holds the table's 6 rows");
    assertThat(SharedCluster.worker().rest().connectors()).doesNotContain(DemoConnector.NAME);
  }

  @Test
  void anInterruptedDemoEndsItsProcessesAndDeletesItsFiles() throws IOException {
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    List<ProcessHandle> processes;
    try (ChildProcess demo =
        ChildProcess.java("Demo", classPath(), Demo.class.getName(), directory.resolve("demo.log"))
            .jvmArgs("-Djava.io.tmpdir=" + temporary)
            .jvmArgs("-Ddeltacdf.home=" + ProjectDirectory.get())
            .args("--json")
            .start()) {
      demo.awaitReady(
          Duration.ofSeconds(120), () -> Files.readString(demo.log()).contains("(KRaft), ready"));
      processes = demo.handle().descendants().toList();
      assertThat(processes).isNotEmpty();
      assertThat(temporary).isNotEmptyDirectory();
    }
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(scratchDirectories(temporary)).isEmpty();
  }

  @Test
  void rejectsTablesThatCannotBeMirrored() {
    assertThat(Demo.run(screen, "--table", directory.toString(), "--key", "id")).isEqualTo(1);
    assertThat(Demo.run(screen, "--table", directory.toString())).isEqualTo(1);
    assertThat(
            Demo.run(
                screen, "--table", "x", "--key", "id", "--set", "time.precision.mode=adaptive"))
        .isEqualTo(1);
    assertThat(
            Demo.run(
                screen, "--table", "x", "--key", "id", "--set", "value.converter.flatten=true"))
        .isEqualTo(1);
    assertThat(text()).doesNotContain("Starting");
  }

  /** The class path of {@code bin/demo}. */
  private static List<Path> classPath() throws IOException {
    Path project = ProjectDirectory.get();
    Path target = project.resolve("target");
    List<Path> classPath = new ArrayList<>();
    classPath.add(project.resolve("demo/target/classes"));
    classPath.add(target.resolve("test-classes"));
    classPath.add(target.resolve("classes"));
    String dependencies = Files.readString(target.resolve("test-classpath.txt"));
    for (String path : dependencies.split(File.pathSeparator)) {
      classPath.add(Path.of(path));
    }
    return classPath;
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static Set<Long> children() {
    return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
  }

  private static Set<Path> scratchDirectories() throws IOException {
    return scratchDirectories(Path.of(System.getProperty("java.io.tmpdir")));
  }

  private static Set<Path> scratchDirectories(Path temporary) throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(path -> path.getFileName().toString().startsWith("delta-cdf-demo-"))
          .collect(Collectors.toSet());
    }
  }
}
