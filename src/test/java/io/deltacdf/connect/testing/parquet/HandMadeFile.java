package io.deltacdf.connect.testing.parquet;

import io.deltacdf.connect.table.parquet.page.StoredBrotli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * Writes a Parquet file byte by byte, and chooses at random what writers may choose: encodings,
 * codecs, versions and borders of pages, dictionaries and where they end, forms of levels, empty
 * pages, checksums.
 */
final class HandMadeFile {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final ParquetMetadataConverter CONVERTER = new ParquetMetadataConverter();
  private static final int DICTIONARY_ENTRIES = 300;

  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.ZSTD,
          CompressionCodecName.LZ4_RAW,
          CompressionCodecName.LZ4,
          CompressionCodecName.BROTLI);

  private final Random random;
  private final MessageType schema;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<RowGroup> rowGroups = new ArrayList<>();
  private final StoredBrotli codecs = new StoredBrotli();

  /** Whether pages without entries are written, which Parquet's own reader does not read. */
  private final boolean hasEmptyPages;

  private final StringBuilder text = new StringBuilder();
  private long rows;

  HandMadeFile(MessageType schema, Random random) {
    this.schema = schema;
    this.random = random;
    this.hasEmptyPages = random.nextInt(8) == 0;
    out.writeBytes(MAGIC);
  }

  boolean hasEmptyPages() {
    return hasEmptyPages;
  }

  /** Describes what was chosen. */
  @Override
  public String toString() {
    return schema + text.toString();
  }

  /** The pages of one column in one row group. */
  private final class Chunk {
    final LeafEntries entries;
    final CompressionCodecName codec = CODECS.get(random.nextInt(CODECS.size()));
    final LinkedHashSet<Encoding> encodings = new LinkedHashSet<>();
    final boolean hasChecksums = random.nextBoolean();
    final List<Object> dictionary = new ArrayList<>();
    long uncompressed;
    int nextValue;

    Chunk(LeafEntries entries) {
      this.entries = entries;
    }
  }

  /** Adds a row group. */
  void add(List<LeafEntries> leaves, int rowCount) throws IOException {
    RowGroup group = new RowGroup();
    for (LeafEntries entries : leaves) {
      group.addToColumns(chunk(new Chunk(entries)));
    }
    group.setNum_rows(rowCount);
    group.setTotal_byte_size(
        group.getColumns().stream()
            .mapToLong(chunk -> chunk.getMeta_data().getTotal_uncompressed_size())
            .sum());
    rowGroups.add(group);
    rows += rowCount;
  }

  private ColumnChunk chunk(Chunk chunk) throws IOException {
    LeafEntries entries = chunk.entries;
    text.append('\n')
        .append(String.join(".", entries.column.getPath()))
        .append(' ')
        .append(chunk.codec)
        .append(':');
    long start = out.size();
    boolean hasDictionary = entries.leaf != Leaf.BOOLEAN && random.nextBoolean();
    // Some writers do not say where the dictionary is.
    boolean isDictionaryNamed = random.nextInt(4) > 0;
    if (hasDictionary) {
      writeDictionary(chunk);
    }
    long firstData = out.size();
    int size = entries.definitions.size();
    int most = 1 + random.nextInt(size + 1);
    boolean isFallback = !hasDictionary;
    for (int from = 0; from < size; ) {
      int to = Math.min(size, from + 1 + random.nextInt(most));
      // The dictionary may end anywhere.
      isFallback |= random.nextInt(6) == 0;
      isFallback |= !chunk.dictionary.containsAll(valuesOf(chunk, from, to));
      writeEmptyPages(chunk);
      writePage(chunk, from, to, !isFallback);
      from = to;
    }
    writeEmptyPages(chunk);
    ColumnMetaData meta =
        new ColumnMetaData(
            type(entries.leaf),
            List.copyOf(chunk.encodings),
            Arrays.asList(entries.column.getPath()),
            chunk.codec.getParquetCompressionCodec(),
            size,
            chunk.uncompressed,
            out.size() - start,
            hasDictionary && !isDictionaryNamed ? start : firstData);
    if (hasDictionary && isDictionaryNamed) {
      meta.setDictionary_page_offset(start);
    }
    ColumnChunk described = new ColumnChunk(start);
    described.setMeta_data(meta);
    return described;
  }

  private static Type type(Leaf leaf) {
    return switch (leaf.physical) {
      case BINARY -> Type.BYTE_ARRAY;
      default -> Type.valueOf(leaf.physical.name());
    };
  }

  private static int present(Chunk chunk, int from, int to) {
    int maximum = chunk.entries.column.getMaxDefinitionLevel();
    int present = 0;
    for (int i = from; i < to; i++) {
      present += chunk.entries.definitions.get(i) == maximum ? 1 : 0;
    }
    return present;
  }

  private static List<Object> valuesOf(Chunk chunk, int from, int to) {
    int end = chunk.nextValue + present(chunk, from, to);
    return chunk.entries.values.subList(chunk.nextValue, end);
  }

  private void writeDictionary(Chunk chunk) throws IOException {
    List<Object> all = chunk.entries.values;
    LinkedHashSet<Object> used =
        new LinkedHashSet<>(all.subList(0, random.nextInt(all.size() + 1)));
    used.addAll(all.subList(0, Math.min(all.size(), 5)));
    if (random.nextInt(3) == 0) {
      // An entry that no page refers to.
      used.add(chunk.entries.leaf.stored(random));
    }
    used.stream().limit(DICTIONARY_ENTRIES).forEach(chunk.dictionary::add);
    byte[] plain =
        ValueEncoder.encode(chunk.entries.leaf, Encoding.PLAIN, chunk.dictionary, random);
    Encoding encoding = random.nextBoolean() ? Encoding.PLAIN : Encoding.PLAIN_DICTIONARY;
    chunk.encodings.add(encoding);
    byte[] compressed = compress(chunk, plain);
    PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, plain.length, compressed.length);
    header.setDictionary_page_header(new DictionaryPageHeader(chunk.dictionary.size(), encoding));
    text.append(" dictionary of ").append(chunk.dictionary.size());
    write(chunk, header, compressed);
  }

  private byte[] compress(Chunk chunk, byte[] page) throws IOException {
    if (chunk.codec == CompressionCodecName.UNCOMPRESSED) {
      return page;
    }
    return codecs
        .getCompressor(chunk.codec)
        .compress(BytesInput.from(page))
        .toInputStream()
        .readAllBytes();
  }

  private void write(Chunk chunk, PageHeader header, byte[] body) throws IOException {
    if (chunk.hasChecksums) {
      CRC32 crc = new CRC32();
      crc.update(body);
      header.setCrc((int) crc.getValue());
    }
    int start = out.size();
    Util.writePageHeader(header, out);
    chunk.uncompressed += out.size() - start + header.getUncompressed_page_size();
    out.writeBytes(body);
  }

  private void writeEmptyPages(Chunk chunk) throws IOException {
    while (hasEmptyPages && random.nextInt(3) == 0) {
      writePage(chunk, 0, 0, false);
    }
  }

  private void writePage(Chunk chunk, int from, int to, boolean isDictionary) throws IOException {
    List<Integer> repetitions = chunk.entries.repetitions.subList(from, to);
    List<Integer> definitions = chunk.entries.definitions.subList(from, to);
    List<Object> values = valuesOf(chunk, from, to);
    Encoding encoding;
    byte[] body;
    if (isDictionary) {
      encoding = random.nextBoolean() ? Encoding.RLE_DICTIONARY : Encoding.PLAIN_DICTIONARY;
      body = ids(chunk, values);
    } else {
      List<Encoding> possible = ValueEncoder.encodings(chunk.entries.leaf);
      encoding = possible.get(random.nextInt(possible.size()));
      body = ValueEncoder.encode(chunk.entries.leaf, encoding, values, random);
    }
    chunk.nextValue += values.size();
    chunk.encodings.add(encoding);
    text.append(' ').append(to - from).append(' ').append(encoding);
    List<Integer> all = chunk.entries.repetitions;
    boolean hasWholeRows =
        (from == all.size() || all.get(from) == 0) && (to == all.size() || all.get(to) == 0);
    if (hasWholeRows && random.nextBoolean()) {
      writeVersion2(chunk, encoding, repetitions, definitions, body);
    } else {
      writeVersion1(chunk, encoding, repetitions, definitions, body);
    }
  }

  private byte[] ids(Chunk chunk, List<Object> values) {
    if (values.isEmpty() && random.nextBoolean()) {
      return new byte[0];
    }
    List<Integer> ids = values.stream().map(chunk.dictionary::indexOf).toList();
    int bits = bits(chunk.dictionary.size() - 1);
    bits += random.nextInt(4) == 0 ? random.nextInt(Integer.SIZE + 1 - bits) : 0;
    byte[] runs = RunEncoder.runs(ids, bits, random);
    return ByteBuffer.allocate(1 + runs.length).put((byte) bits).put(runs).array();
  }

  private static int bits(int maximum) {
    return maximum <= 0 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(maximum);
  }

  private void writeVersion1(
      Chunk chunk,
      Encoding encoding,
      List<Integer> repetitions,
      List<Integer> definitions,
      byte[] values)
      throws IOException {
    Encoding repetitionEncoding = levelEncoding();
    Encoding definitionEncoding = levelEncoding();
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    page.writeBytes(
        levels(repetitionEncoding, repetitions, chunk.entries.column.getMaxRepetitionLevel()));
    page.writeBytes(
        levels(definitionEncoding, definitions, chunk.entries.column.getMaxDefinitionLevel()));
    page.writeBytes(values);
    byte[] compressed = compress(chunk, page.toByteArray());
    PageHeader header = new PageHeader(PageType.DATA_PAGE, page.size(), compressed.length);
    header.setData_page_header(
        new DataPageHeader(definitions.size(), encoding, definitionEncoding, repetitionEncoding));
    text.append(" v1");
    write(chunk, header, compressed);
  }

  @SuppressWarnings("deprecation") // Old files have levels in BIT_PACKED.
  private Encoding levelEncoding() {
    return random.nextInt(4) == 0 ? Encoding.BIT_PACKED : Encoding.RLE;
  }

  private byte[] levels(Encoding encoding, List<Integer> levels, int maximum) {
    if (maximum == 0) {
      return new byte[0];
    }
    return encoding == Encoding.RLE
        ? ValueEncoder.withLength(RunEncoder.runs(levels, bits(maximum), random))
        : RunEncoder.bitPacked(levels, bits(maximum));
  }

  private void writeVersion2(
      Chunk chunk,
      Encoding encoding,
      List<Integer> repetitions,
      List<Integer> definitions,
      byte[] values)
      throws IOException {
    int maximumRepetition = chunk.entries.column.getMaxRepetitionLevel();
    int maximum = chunk.entries.column.getMaxDefinitionLevel();
    byte[] repetition =
        maximumRepetition == 0
            ? new byte[0]
            : RunEncoder.runs(repetitions, bits(maximumRepetition), random);
    byte[] definition =
        maximum == 0 ? new byte[0] : RunEncoder.runs(definitions, bits(maximum), random);
    boolean isCompressed = random.nextInt(3) > 0;
    // Some writers compress no bytes to no bytes.
    byte[] compressed =
        isCompressed && (values.length > 0 || random.nextBoolean())
            ? compress(chunk, values)
            : values;
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    page.writeBytes(repetition);
    page.writeBytes(definition);
    page.writeBytes(compressed);
    PageHeader header =
        new PageHeader(
            PageType.DATA_PAGE_V2,
            repetition.length + definition.length + values.length,
            page.size());
    DataPageHeaderV2 version2 =
        new DataPageHeaderV2(
            definitions.size(),
            (int) definitions.stream().filter(level -> level < maximum).count(),
            (int) repetitions.stream().filter(level -> level == 0).count(),
            encoding,
            definition.length,
            repetition.length);
    if (!isCompressed || random.nextBoolean()) {
      version2.setIs_compressed(isCompressed);
    }
    header.setData_page_header_v2(version2);
    text.append(isCompressed ? " v2" : " v2 stored");
    write(chunk, header, page.toByteArray());
  }

  /** Returns the file. */
  byte[] bytes() throws IOException {
    FileMetaData footer =
        CONVERTER.toParquetMetadata(
            1,
            new ParquetMetadata(
                new org.apache.parquet.hadoop.metadata.FileMetaData(schema, Map.of(), "tests"),
                List.of()));
    footer.setRow_groups(rowGroups);
    footer.setNum_rows(rows);
    int start = out.size();
    Util.writeFileMetaData(footer, out);
    int length = out.size() - start;
    out.writeBytes(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
    out.writeBytes(MAGIC);
    return out.toByteArray();
  }
}
