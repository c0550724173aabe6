package io.deltacdf.connect.table.storage;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.DeltaTable;
import io.deltacdf.connect.table.DeltaTables;
import io.deltacdf.connect.table.RowText;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests paths in a bucket, which a directory on the local disk replaces. */
class BucketPathsTest {
  @TempDir java.nio.file.Path dir;

  /** Replaces Hadoop's S3A. */
  public static final class BucketFileSystem extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("s3a://bucket");
    }

    @Override
    public String getScheme() {
      return "s3a";
    }
  }

  /** Fails to open deletion vectors as long as {@code FAILING} is set. */
  public static final class FailingFileSystem extends RawLocalFileSystem {
    static final AtomicBoolean FAILING = new AtomicBoolean();

    @Override
    public URI getUri() {
      return URI.create("s3a://bucket");
    }

    @Override
    public String getScheme() {
      return "s3a";
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      if (FAILING.get() && file.getName().startsWith("deletion_vector_")) {
        throw new IOException("connection reset");
      }
      return super.open(file, bufferSize);
    }
  }

  private static DeltaTable open(String path) {
    return DeltaTables.open(
        "orders", path, Storage.open(Map.of("fs.s3a.impl", BucketFileSystem.class.getName())));
  }

  private TestTable create() {
    return create(DeletionVectorStorage.ABSOLUTE_PATH);
  }

  private TestTable create(DeletionVectorStorage deletionVectors) {
    TestTable table =
        TestTable.at(dir)
            .schema("id long")
            .changeDataFeed()
            .deletionVectors(deletionVectors)
            .create();
    DataFile file = table.dataFile(row("id", 1), row("id", 2));
    table.commit().add(file).write();
    table.commit().removeRows(file, 1).write();
    return table;
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket%s", "s3a://bucket%s/", "s3://bucket%s", "s3://bucket%s/"})
  void C26_allSpellingsOfABucketPathOpenTheSameTable(String spelling) {
    create(DeletionVectorStorage.UUID_FILE);
    DeltaTable table = open(spelling.formatted(dir));

    assertThat(table.path()).isEqualTo("s3a://bucket" + dir);
    assertThat(RowText.changes(table, 1))
        .containsExactly("v1 insert id=1", "v1 insert id=2", "v2 delete id=2");
  }

  @Test
  void C26_filesAndDeletionVectorsMayHaveAbsolutePathsOfEitherScheme() throws IOException {
    TestTable table = create();
    for (long version = 1; version <= 2; version++) {
      java.nio.file.Path commit = table.faults().commitFile(version);
      String text = Files.readString(commit);
      Files.writeString(
          commit,
          text.replaceAll("\"path\":\"(part[^\"]*)\"", "\"path\":\"s3://bucket" + dir + "/$1\"")
              .replaceAll("\"file:/+", "\"s3://bucket/"));
    }
    assertThat(Files.readString(table.faults().commitFile(2)))
        .contains("\"pathOrInlineDv\":\"s3://bucket" + dir)
        .contains("\"path\":\"s3://bucket" + dir);

    assertThat(RowText.changes(open("s3://bucket" + dir), 1))
        .containsExactly("v1 insert id=1", "v1 insert id=2", "v2 delete id=2");
  }

  @Test
  void aStoreThatFailsForADeletionVectorWithAnotherSchemeIsRetried() throws IOException {
    TestTable table = create();
    java.nio.file.Path commit = table.faults().commitFile(2);
    Files.writeString(commit, Files.readString(commit).replaceAll("\"file:/+", "\"s3://bucket/"));
    DeltaTable opened =
        DeltaTables.open(
            "orders",
            "s3a://bucket" + dir,
            Storage.open(Map.of("fs.s3a.impl", FailingFileSystem.class.getName())));
    FailingFileSystem.FAILING.set(true);
    try {
      assertThatThrownBy(() -> RowText.changes(opened, 1))
          .isInstanceOfSatisfying(
              DeltaCdfException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
                assertThat(e.isRetriable()).isTrue();
                assertThat(e).hasMessageContaining("connection reset");
              });
    } finally {
      FailingFileSystem.FAILING.set(false);
    }

    assertThat(RowText.changes(opened, 2)).containsExactly("v2 delete id=2");
  }
}
