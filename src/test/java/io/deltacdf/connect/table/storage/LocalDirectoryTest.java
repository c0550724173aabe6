package io.deltacdf.connect.table.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.testing.CountingFileSystem;
import io.deltacdf.connect.testing.CountingFileSystem.Counts;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cost of a listing does not depend on how many versions are in the log. */
class LocalDirectoryTest {
  @TempDir java.nio.file.Path dir;

  private final CountingFileSystem fileSystem = new CountingFileSystem();

  @BeforeEach
  void initialize() throws IOException {
    fileSystem.initialize(URI.create("file:///"), new Configuration());
  }

  private LocalDirectory directory() {
    return new LocalDirectory(fileSystem, new Path(dir.toUri()));
  }

  private void create(int versions) throws IOException {
    for (int version = 0; version < versions; version++) {
      Files.createFile(dir.resolve(name(version)));
    }
  }

  private static String name(int version) {
    return "%020d.json".formatted(version);
  }

  private static List<String> names(LocalDirectory directory, String from) throws IOException {
    return directory.listFrom(from).map(file -> file.getPath().getName()).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 3_000})
  void onlyTheFilesFromANameOnAreLookedAt(int versions) throws IOException {
    create(versions);
    Counts counts = Counts.now();

    assertThat(names(directory(), name(versions - 3)))
        .containsExactly(name(versions - 3), name(versions - 2), name(versions - 1));

    assertThat(counts.since().looks()).isEqualTo(3);
    assertThat(counts.since().listings()).as("of Hadoop").isZero();
  }

  @Test
  void aFileIsLookedAtWhenItIsTaken() throws IOException {
    create(100);
    Counts counts = Counts.now();

    Iterator<FileStatus> files = directory().listFrom(name(0)).iterator();
    files.next();

    assertThat(counts.since().looks()).isLessThanOrEqualTo(2);
  }

  @Test
  void theStatusesAreThoseOfHadoop() throws IOException {
    create(3);
    Files.writeString(dir.resolve("a:b %20 ü.txt"), "text");
    Files.createDirectory(dir.resolve("_staged_commits"));

    List<FileStatus> found = directory().listFrom("").toList();

    assertThat(found).containsExactlyInAnyOrder(fileSystem.listStatus(new Path(dir.toUri())));
    assertThat(found.stream().map(FileStatus::getLen).collect(Collectors.toSet())).contains(4L);
    assertThat(found).isSortedAccordingTo((a, b) -> a.getPath().compareTo(b.getPath()));
  }

  @Test
  void aFileThatIsDeletedMeanwhileIsLeftOut() throws IOException {
    create(3);
    Iterator<FileStatus> files = directory().listFrom(name(0)).iterator();
    Files.delete(dir.resolve(name(0)));

    assertThat(files.next().getPath().getName()).isEqualTo(name(1));
  }

  @Test
  void aMissingDirectoryIsReportedAsByHadoop() {
    LocalDirectory missing = new LocalDirectory(fileSystem, new Path(dir.resolve("no").toUri()));

    assertThatThrownBy(() -> missing.listFrom("")).isInstanceOf(FileNotFoundException.class);
  }
}
