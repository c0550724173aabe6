package io.deltacdf.connect.table.storage;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

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

  private static DeltaTable open(String path) {
    return DeltaTables.open(
        "orders", path, Storage.open(Map.of("fs.s3a.impl", BucketFileSystem.class.getName())));
  }

  private TestTable create() {
    TestTable table =
        TestTable.at(dir)
            .schema("id long")
            .changeDataFeed()
            .deletionVectors(DeletionVectorStorage.ABSOLUTE_PATH)
            .create();
    DataFile file = table.dataFile(row("id", 1), row("id", 2));
    table.commit().add(file).write();
    table.commit().removeRows(file, 1).write();
    return table;
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3a://bucket%s", "s3a://bucket%s/", "s3://bucket%s", "s3://bucket%s/"})
  void C26_allSpellingsOfABucketPathOpenTheSameTable(String spelling) {
    create();
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
}
