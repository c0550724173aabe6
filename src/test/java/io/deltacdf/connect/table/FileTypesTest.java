package io.deltacdf.connect.table;

import static io.deltacdf.connect.testing.tables.Rows.change;
import static io.deltacdf.connect.testing.tables.Rows.row;
import static org.apache.parquet.hadoop.metadata.CompressionCodecName.LZO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.parquet.FileWriter;
import io.deltacdf.connect.table.storage.Storage;
import io.deltacdf.connect.testing.tables.DataFile;
import io.deltacdf.connect.testing.tables.TestTable;
import io.deltacdf.connect.testing.tables.TimestampEncoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the types in which files store the columns of a table. */
class FileTypesTest {
  @TempDir Path dir;

  private DeltaTable open() {
    return DeltaTables.open("orders", dir.toString(), Storage.open(Map.of()));
  }

  @ParameterizedTest
  @EnumSource(TimestampEncoding.class)
  void C48_aTimestampIsTheSameInstantInEveryEncoding(TimestampEncoding encoding) {
    TestTable table = TestTable.at(dir).schema("id long, at timestamp").changeDataFeed().create();
    Instant old = Instant.parse("1899-12-31T23:59:59.999Z");
    Instant recent = Instant.parse("2024-03-10T10:00:00.123Z");
    table
        .commit()
        .addRows(
            List.of(row("id", 1, "at", old), row("id", 2, "at", recent), row("id", 3)),
            options -> options.timestamps(encoding))
        .write();
    table
        .commit()
        .cdcRows(
            List.of(change("delete", row("id", 1, "at", old))),
            options -> options.timestamps(encoding))
        .write();

    assertThat(RowText.changes(open(), 1))
        .containsExactly(
            "v1 insert id=1 at=-2208988800001000",
            "v1 insert id=2 at=1710064800123000",
            "v1 insert id=3 at=null",
            "v2 delete id=1 at=-2208988800001000");
  }

  @Test
  void aColumnOfATypeThatDeltaDoesNotAllowIsAnErrorThatNamesBothTypes() throws IOException {
    TestTable table = TestTable.at(dir).schema("id long, s string").create();
    DataFile file = table.dataFile(row("id", 1, "s", "a"));
    rewrite(file.location(), "message m { optional int64 id; optional int32 s; }", b -> b);
    table.commit().add(file.withSize(Files.size(file.location()))).write();

    assertFails(
        ErrorCode.FILE_CORRUPT, "version 1", file.path(), "'s'", "optional int32 s", "STRING");
  }

  @Test
  void anEncryptedFileIsAnError() throws IOException {
    TestTable table = TestTable.at(dir).schema("id long").create();
    DataFile file = table.dataFile(row("id", 1));
    byte[] key = "not a secret key".getBytes(StandardCharsets.US_ASCII);
    rewrite(
        file.location(),
        "message m { optional int64 id; }",
        b -> b.withEncryption(FileEncryptionProperties.builder(key).build()));
    table.commit().add(file.withSize(Files.size(file.location()))).write();

    assertFails(ErrorCode.UNSUPPORTED_FEATURE, "version 1", file.path(), "encrypted");
  }

  @Test
  void aValueThatTheColumnCannotHoldIsAnErrorThatNamesBoth() throws IOException {
    TestTable table = TestTable.at(dir).schema("id long, b byte").create();
    DataFile file = table.dataFile(row("id", 1));
    FileWriter.write(
        file.location(),
        "message m { optional int64 id; optional int32 b; }",
        1,
        builder -> builder,
        (group, row) -> group.append("id", 1L).append("b", 300));
    table.commit().add(file.withSize(Files.size(file.location()))).write();

    assertFails(ErrorCode.FILE_CORRUPT, "version 1", file.path(), "column 'b'", "the value 300");
  }

  @Test
  void aColumnThatIsNestedTooDeeplyIsNotSupported() throws IOException {
    TestTable table = TestTable.at(dir).schema("id long, s struct<a:int>").create();
    DataFile file = table.dataFile(row("id", 1));
    String nested = "optional group x { ".repeat(127) + "optional int32 x; " + "} ".repeat(127);
    rewrite(
        file.location(),
        "message m { optional int64 id; optional group s { " + nested + "} }",
        b -> b);
    table.commit().add(file.withSize(Files.size(file.location()))).write();

    assertFails(
        ErrorCode.UNSUPPORTED_FEATURE,
        "version 1",
        file.path(),
        "'s.x.x.",
        "127 levels of nesting");
  }

  @Test
  void aCodecWithoutALibraryIsNamed() throws IOException {
    TestTable table = TestTable.at(dir).schema("id long").create();
    DataFile file = table.dataFile(row("id", 1));
    rewrite(
        file.location(),
        "message m { optional int64 id; }",
        b -> b.withCodecFactory(new UncompressedPages()).withCompressionCodec(LZO));
    table.commit().add(file.withSize(Files.size(file.location()))).write();

    assertFails(ErrorCode.UNSUPPORTED_FEATURE, "version 1", file.path(), "codec LZO");
  }

  /** Writes pages that are not compressed, whatever codec the file names. */
  @SuppressWarnings("deprecation") // CodecFactory returns this type.
  private static final class UncompressedPages extends CodecFactory {
    UncompressedPages() {
      super(new Configuration(false), 0);
    }

    @Override
    public BytesCompressor getCompressor(CompressionCodecName codec) {
      return new BytesCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) {
          return bytes;
        }

        @Override
        public CompressionCodecName getCodecName() {
          return codec;
        }

        @Override
        public void release() {}
      };
    }
  }

  /** Replaces a file with another file that has one row. */
  private static void rewrite(
      Path file, String type, UnaryOperator<ExampleParquetWriter.Builder> options)
      throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType(type);
    try (var writer =
        options
            .apply(
                ExampleParquetWriter.builder(new LocalOutputFile(file))
                    .withType(schema)
                    .withConf(new Configuration(false))
                    .withWriteMode(ParquetFileWriter.Mode.OVERWRITE))
            .build()) {
      writer.write(new SimpleGroup(schema).append("id", 1L));
    }
  }

  private void assertFails(ErrorCode code, String... texts) {
    assertThatThrownBy(() -> RowText.changes(open(), 1))
        .asInstanceOf(type(DeltaCdfException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(code))
        .satisfies(e -> assertThat(e.isRetriable()).isFalse())
        .satisfies(e -> assertThat(e.getMessage()).contains("orders").contains(texts));
  }
}
