package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.DeletionVectorStorage;
import io.deltacdf.connect.testing.tables.TestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that damage of files is not reported as a failure of the store, and so is not retried. */
class DamagedFilesTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message m { optional int64 id; optional binary name (STRING); }");

  @TempDir Path dir;

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  /** Reads all batches of the newest snapshot. */
  private void read() {
    DeltaTable table = open();
    for (ChangedFile file : table.latestSnapshot().files()) {
      try (BatchReader reader = table.read(file, 0, 1)) {
        while (reader.next() != null) {
          assertThat(file.size()).isPositive();
        }
      }
    }
  }

  private TestTable create(CompressionCodecName codec) throws IOException {
    TestTable table = TestTable.at(dir).schema("id long, name string").deletionVectors().create();
    DataFile file = table.dataFile(row("id", 1));
    Files.delete(file.location());
    // Without checksums, the decompressor or the decoder notices the damage.
    try (ParquetWriter<org.apache.parquet.example.data.Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file.location()))
            .withType(SCHEMA)
            .withConf(new Configuration())
            .withCompressionCodec(codec)
            .withPageWriteChecksumEnabled(false)
            .withPageRowCountLimit(100)
            .build()) {
      for (int i = 0; i < 500; i++) {
        SimpleGroup group = new SimpleGroup(SCHEMA);
        group.append("id", i * 7L).append("name", "name " + i % 17);
        writer.write(group);
      }
    }
    table.commit().add(file.withSize(Files.size(file.location()))).write();
    return table;
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void changedBytesOfADataFileAreDamage(CompressionCodecName codec) throws IOException {
    Path file = create(codec).file(0).location();
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(1);
    List<String> damage = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      byte[] bytes = whole.clone();
      int position = random.nextInt(bytes.length);
      bytes[position] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, bytes);
      try {
        read();
      } catch (DeltaCdfException e) {
        damage.add(e.code().name());
        if (e.isRetriable()) {
          fail("byte " + position + " of " + codec, e);
        }
      }
    }
    assertThat(damage).contains("FILE_CORRUPT").doesNotContain("STORAGE", "INTERNAL");
  }

  @Test
  void aFooterThatCannotBeParsedIsDamage() throws IOException {
    Path file = create(CompressionCodecName.SNAPPY).file(0).location();
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length - 60, bytes.length - 8, (byte) 0xFF);
    Files.write(file, bytes);

    assertDamaged(file.getFileName().toString());
  }

  private void assertDamaged(String file) {
    assertThatThrownBy(this::read)
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.FILE_CORRUPT);
              assertThat(e.isRetriable()).isFalse();
              assertThat(e).hasMessageContainingAll("version", file);
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 20})
  void aShortDeletionVectorIsDamage(int kept) throws IOException {
    Path vector = deletionVector();
    Files.write(vector, Arrays.copyOf(Files.readAllBytes(vector), kept));

    assertDamaged(vector.getFileName().toString());
  }

  @Test
  void changedBytesOfADeletionVectorAreDamage() throws IOException {
    Path vector = deletionVector();
    byte[] whole = Files.readAllBytes(vector);
    // The first byte is the version of the format, which is not part of a deletion vector.
    for (int position = 1; position < whole.length; position++) {
      byte[] bytes = whole.clone();
      bytes[position] ^= 0x55;
      Files.write(vector, bytes);
      assertDamaged(vector.getFileName().toString());
    }
  }

  private Path deletionVector() throws IOException {
    TestTable table =
        TestTable.at(dir)
            .schema("id long, name string")
            .deletionVectors(DeletionVectorStorage.UUID_FILE)
            .create();
    table.insert(row("id", 1), row("id", 2), row("id", 3));
    table.commit().removeRows(table.file(0), 1).write();
    try (var files = Files.walk(dir)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("deletion_vector_"))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aDamagedCheckpointIsNotRetried() throws IOException {
    TestTable table = create(CompressionCodecName.SNAPPY);
    table.checkpoint();
    Path checkpoint = dir.resolve("_delta_log/00000000000000000001.checkpoint.parquet");
    byte[] whole = Files.readAllBytes(checkpoint);
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = whole.clone();
      for (int j = 0; j < 20; j++) {
        bytes[random.nextInt(bytes.length)] ^= 0x55;
      }
      Files.write(checkpoint, bytes);
      try {
        open().latestSnapshot().files();
      } catch (DeltaCdfException e) {
        assertThat(e.isRetriable()).as(e.getMessage()).isFalse();
      }
    }
  }
}
