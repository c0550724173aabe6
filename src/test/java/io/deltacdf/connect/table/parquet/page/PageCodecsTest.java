package io.deltacdf.connect.table.parquet.page;

import static io.deltacdf.connect.table.column.DataType.Primitive.LONG;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.deltacdf.connect.table.parquet.FileRows;
import io.deltacdf.connect.table.parquet.FileWriter;
import io.deltacdf.connect.table.parquet.RequestedColumn;
import io.deltacdf.connect.table.parquet.Requests;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageCodecsTest {
  private static final int ROWS = 20_000;
  private static final int TEXT_BYTES = 60_000;

  private static final RequestedColumn[] COLUMNS = {
    Requests.of("l", LONG), Requests.of("s", STRING), Requests.of("d", STRING)
  };

  @TempDir Path dir;

  /** Writes pages and a dictionary page of many KiB, which are compressed by different ratios. */
  private static List<List<Object>> write(
      Path file, CompressionCodecName codec, WriterVersion version) {
    Random random = new Random(7);
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      rows.add(
          List.of(
              random.nextLong(),
              "x".repeat(20) + random.nextInt(),
              "word ".repeat(5) + random.nextInt(4_000)));
    }
    FileWriter.write(
        file,
        "message m { required int64 l; optional binary s (STRING); required binary d (STRING); }",
        ROWS,
        builder ->
            builder
                .withCodecFactory(new StoredBrotli())
                .withCompressionCodec(codec)
                .withWriterVersion(version)
                .withDictionaryEncoding("l", false)
                .withDictionaryEncoding("s", false),
        (group, row) ->
            group
                .append("l", (long) rows.get(row).get(0))
                .append("s", (String) rows.get(row).get(1))
                .append("d", (String) rows.get(row).get(2)));
    return rows;
  }

  /** Reads the file that the first argument names, and prints a hash of its rows. */
  public static void main(String[] args) {
    InputFile file = new LocalInputFile(Path.of(args[0]));
    System.out.println("hash " + FileRows.read(file, 1_024, COLUMNS).hashCode());
  }

  /** Parquet keeps decompressors, so that one that was used before can behave differently. */
  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI"})
  void largePagesAreReadInANewProcess(CompressionCodecName codec) throws Exception {
    for (WriterVersion version : WriterVersion.values()) {
      Path file = dir.resolve(version + ".parquet");
      List<List<Object>> rows = write(file, codec, version);
      assertThat(output(file)).contains("hash " + rows.hashCode());
    }
  }

  private static String output(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PageCodecsTest.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void aCodecWithoutALibraryIsNamed() {
    PageCodecs codecs = new PageCodecs(new Configuration(false));
    assertThatThrownBy(() -> codecs.getDecompressor(CompressionCodecName.LZO))
        .isInstanceOf(BadConfigurationException.class)
        .hasMessage("LZO");
  }

  @Test
  @SuppressWarnings("deprecation") // What replaces toByteArray() writes to a stream.
  void aPageOfAnotherSizeThanItsHeaderSaysIsRefused() throws IOException {
    PageCodecs codecs = new PageCodecs(new Configuration(false));
    BytesInputDecompressor lz4 = codecs.getDecompressor(CompressionCodecName.LZ4_RAW);
    // A token for three literals.
    byte[] bytes = {3 << 4, 'a', 'b', 'c'};

    assertThat(lz4.decompress(BytesInput.from(bytes), 3).toByteArray())
        .containsExactly("abc".getBytes(StandardCharsets.US_ASCII));
    ByteBuffer page = ByteBuffer.allocateDirect(3);
    lz4.decompress(ByteBuffer.wrap(bytes), 4, page, 3);
    assertThat(page.flip().get(2)).isEqualTo((byte) 'c');
    assertThatThrownBy(() -> lz4.decompress(BytesInput.from(bytes), 4))
        .isInstanceOf(ParquetDecodingException.class);
    assertThatThrownBy(() -> lz4.decompress(BytesInput.from(bytes), 2))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> lz4.decompress(BytesInput.from(bytes), Integer.MAX_VALUE))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("a page of 4 compressed bytes");
  }

  private static byte[] bytes(BytesInput page) throws IOException {
    return page.toInputStream().readAllBytes();
  }

  /** The text that is stored with the tests, as Google's encoder compressed it. */
  private static byte[] text() {
    StringBuilder text = new StringBuilder();
    Random random = new Random(7);
    while (text.length() < TEXT_BYTES) {
      text.append("word").append(random.nextInt(3_000)).append(random.nextInt(9) == 0 ? '\n' : ' ');
    }
    return text.substring(0, TEXT_BYTES).getBytes(StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 11})
  void brotliPagesOfEachQualityAreRead(int quality) throws IOException {
    byte[] page;
    try (InputStream resource =
        PageCodecsTest.class.getResourceAsStream("text-quality-" + quality + ".br")) {
      page = resource.readAllBytes();
    }
    BytesInputDecompressor brotli =
        new PageCodecs(new Configuration(false)).getDecompressor(CompressionCodecName.BROTLI);

    assertThat(page).hasSizeGreaterThan(8 << 10);
    assertThat(bytes(brotli.decompress(BytesInput.from(page), TEXT_BYTES))).isEqualTo(text());
    for (int size : new int[] {TEXT_BYTES - 1, TEXT_BYTES + 1, Integer.MAX_VALUE, -1}) {
      assertThatThrownBy(() -> brotli.decompress(BytesInput.from(page), size))
          .isInstanceOf(ParquetDecodingException.class)
          .hasMessage(
              "a page of " + page.length + " compressed bytes does not have " + size + " bytes");
    }
  }

  private static byte[] compressed(CompressionCodecName codec, byte[] page) throws IOException {
    return bytes(new StoredBrotli().getCompressor(codec).compress(BytesInput.from(page)));
  }

  /** The size in the header of a page can be damaged, and would not fit into memory. */
  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI"})
  void aPageThatClaimsToBeHugeIsRefusedBeforeMemoryIsAllocated(CompressionCodecName codec)
      throws IOException {
    byte[] page = compressed(codec, text());
    BytesInputDecompressor decompressor =
        new PageCodecs(new Configuration(false)).getDecompressor(codec);

    for (int size : new int[] {Integer.MAX_VALUE, -1}) {
      assertThatThrownBy(() -> decompressor.decompress(BytesInput.from(page), size))
          .isInstanceOf(ParquetDecodingException.class)
          .hasMessageContaining("compressed bytes does not have " + size + " bytes");
    }
    assertThat(bytes(decompressor.decompress(BytesInput.from(page), TEXT_BYTES))).isEqualTo(text());
    // Some writers compress a page without values to no bytes.
    assertThat(bytes(decompressor.decompress(BytesInput.empty(), 0))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4"})
  void aPageThatIsCompressedByAGreatRatioIsRead(CompressionCodecName codec) throws IOException {
    byte[] page = new byte[40 << 20];
    page[30 << 20] = 1;
    BytesInputDecompressor decompressor =
        new PageCodecs(new Configuration(false)).getDecompressor(codec);

    byte[] found =
        bytes(decompressor.decompress(BytesInput.from(compressed(codec, page)), page.length));

    assertThat(Arrays.equals(found, page)).isTrue();
  }

  /** Buffers outside of the heap count against the memory of a worker, but not against its heap. */
  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"SNAPPY", "ZSTD"})
  void pagesAreDecompressedOnTheHeapWithoutCopies(CompressionCodecName codec) throws IOException {
    byte[] page = compressed(codec, text());
    BytesInputDecompressor decompressor =
        new PageCodecs(new Configuration(false)).getDecompressor(codec);
    assertThat(bytes(decompressor.decompress(BytesInput.from(page), TEXT_BYTES))).isEqualTo(text());
    long before = allocated();
    long buffersBefore = bytesOutsideOfTheHeap();

    int pages = 100;
    for (int i = 0; i < pages; i++) {
      PageBytes.onHeap(decompressor.decompress(BytesInput.from(page), TEXT_BYTES));
    }

    assertThat((allocated() - before) / pages).isBetween((long) TEXT_BYTES, TEXT_BYTES + 5_000L);
    assertThat(bytesOutsideOfTheHeap()).isLessThanOrEqualTo(buffersBefore);
    // A new codec does not need buffers either.
    PageCodecs codecs = new PageCodecs(new Configuration(false));
    codecs.getDecompressor(codec).decompress(BytesInput.from(page), TEXT_BYTES);
    assertThat(bytesOutsideOfTheHeap()).isLessThanOrEqualTo(buffersBefore);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static long bytesOutsideOfTheHeap() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void aDamagedZstdPageIsRefused() throws IOException {
    byte[] page = compressed(CompressionCodecName.ZSTD, text());
    BytesInputDecompressor zstd =
        new PageCodecs(new Configuration(false)).getDecompressor(CompressionCodecName.ZSTD);
    byte[] cut = Arrays.copyOf(page, page.length / 2);

    assertThatThrownBy(() -> zstd.decompress(BytesInput.from(cut), TEXT_BYTES))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageStartingWith("a page cannot be decompressed: ");
    assertThatThrownBy(() -> zstd.decompress(BytesInput.from(page), TEXT_BYTES + 1))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("does not have " + (TEXT_BYTES + 1) + " bytes");
  }

  /** A damaged length at the start of a Snappy page must not be allocated either. */
  @Test
  void aSnappyPageOfAnotherLengthIsRefused() throws IOException {
    byte[] page = compressed(CompressionCodecName.SNAPPY, text());
    byte[] huge = new byte[page.length + 2];
    System.arraycopy(page, 3, huge, 5, page.length - 3);
    Arrays.fill(huge, 0, 4, (byte) -1);
    huge[4] = 7;
    BytesInputDecompressor snappy =
        new PageCodecs(new Configuration(false)).getDecompressor(CompressionCodecName.SNAPPY);

    assertThatThrownBy(() -> snappy.decompress(BytesInput.from(huge), TEXT_BYTES))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("compressed bytes does not have " + TEXT_BYTES + " bytes");
  }

  @Test
  void pagesOfTheOldLz4CodecHaveFramesOrASingleBlock() throws IOException {
    // A token for three literals.
    byte[] block = {3 << 4, 'a', 'b', 'c'};
    ByteBuffer frames = ByteBuffer.allocate(40);
    frames.putInt(6).putInt(4).put(block).putInt(4).put(block);
    frames.putInt(3).putInt(4).put(block).flip();
    BytesInputDecompressor lz4 =
        new PageCodecs(new Configuration(false)).getDecompressor(CompressionCodecName.LZ4);

    assertThat(bytes(lz4.decompress(BytesInput.from(frames), 9))).asString().isEqualTo("abcabcabc");
    assertThat(bytes(lz4.decompress(BytesInput.from(block), 3))).asString().isEqualTo("abc");
    ByteBuffer damaged = ByteBuffer.allocate(12).putInt(3).putInt(Integer.MAX_VALUE).put(block);
    assertThatThrownBy(() -> lz4.decompress(BytesInput.from(damaged.flip()), 3))
        .isInstanceOf(RuntimeException.class);
  }

  @Test
  void aGzipPageMayHaveSeveralMembers() throws IOException {
    byte[] first = compressed(CompressionCodecName.GZIP, new byte[] {1, 2, 3});
    byte[] second = compressed(CompressionCodecName.GZIP, new byte[] {4, 5});
    byte[] page = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, page, first.length, second.length);
    BytesInputDecompressor gzip =
        new PageCodecs(new Configuration(false)).getDecompressor(CompressionCodecName.GZIP);

    assertThat(bytes(gzip.decompress(BytesInput.from(page), 5))).containsExactly(1, 2, 3, 4, 5);
  }
}
