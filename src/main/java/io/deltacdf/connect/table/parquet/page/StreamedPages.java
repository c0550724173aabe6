package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/** Reads the pages of a column one at a time, while Parquet's own reader reads all at once. */
public final class StreamedPages implements PageReader {
  private final ColumnChunkMetaData chunk;
  private final BytesInputDecompressor decompressor;
  private final ChunkInput in;

  /** The header that was read last, if its page was not. */
  private @Nullable PageHeader header;

  private long values;

  /**
   * Creates the reader of a column.
   *
   * @param buffered how many bytes are read from the file at a time, at least
   */
  public StreamedPages(
      SeekableInputStream file,
      ColumnChunkMetaData chunk,
      BytesInputDecompressor decompressor,
      int buffered) {
    this.chunk = chunk;
    this.decompressor = decompressor;
    this.in = new ChunkInput(file, chunk.getStartingPos(), chunk.getTotalSize(), buffered);
  }

  @Override
  public long getTotalValueCount() {
    return chunk.getValueCount();
  }

  @Override
  public @Nullable DictionaryPage readDictionaryPage() {
    try {
      PageHeader first = nextHeader();
      if (first.getType() != PageType.DICTIONARY_PAGE) {
        return null;
      }
      header = null;
      BytesInput bytes = decompressed(body(first), first.getUncompressed_page_size());
      return new DictionaryPage(
          bytes,
          first.getDictionary_page_header().getNum_values(),
          encoding(first.getDictionary_page_header().getEncoding()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public @Nullable DataPage readPage() {
    try {
      while (values < chunk.getValueCount()) {
        PageHeader next = nextHeader();
        header = null;
        byte[] body = body(next);
        switch (next.getType()) {
          case DATA_PAGE -> {
            return counted(version1(next, body));
          }
          case DATA_PAGE_V2 -> {
            return counted(version2(next, body));
          }
          case DICTIONARY_PAGE ->
              throw new ParquetDecodingException("a column has a dictionary after its first page");
          default -> {
            // Other pages do not hold values.
          }
        }
      }
      if (values > chunk.getValueCount()) {
        throw new ParquetDecodingException(
            "the pages have " + values + " instead of " + chunk.getValueCount() + " values");
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DataPage counted(DataPage page) {
    if (page.getValueCount() < 0) {
      throw new ParquetDecodingException("a page has " + page.getValueCount() + " values");
    }
    values += page.getValueCount();
    return page;
  }

  private PageHeader nextHeader() throws IOException {
    PageHeader next = header;
    if (next == null) {
      next = Util.readPageHeader(in);
      header = next;
    }
    return next;
  }

  private byte[] body(PageHeader of) throws IOException {
    byte[] body = in.bytes(of.getCompressed_page_size());
    if (of.isSetCrc()) {
      CRC32 crc = new CRC32();
      crc.update(body);
      if ((int) crc.getValue() != of.getCrc()) {
        throw new ParquetDecodingException("a page does not have the checksum of its header");
      }
    }
    return body;
  }

  private BytesInput decompressed(byte[] body, int size) throws IOException {
    return decompressor.decompress(BytesInput.from(body), size);
  }

  private DataPage version1(PageHeader of, byte[] body) throws IOException {
    DataPageHeader page = of.getData_page_header();
    return new DataPageV1(
        decompressed(body, of.getUncompressed_page_size()),
        page.getNum_values(),
        of.getUncompressed_page_size(),
        statistics(),
        encoding(page.getRepetition_level_encoding()),
        encoding(page.getDefinition_level_encoding()),
        encoding(page.getEncoding()));
  }

  private DataPage version2(PageHeader of, byte[] body) throws IOException {
    DataPageHeaderV2 page = of.getData_page_header_v2();
    int repetition = page.getRepetition_levels_byte_length();
    int definition = page.getDefinition_levels_byte_length();
    if (repetition < 0 || definition < 0 || (long) repetition + definition > body.length) {
      throw new ParquetDecodingException("the levels of a page are longer than the page");
    }
    int levels = repetition + definition;
    BytesInput data = BytesInput.from(ByteBuffer.wrap(body, levels, body.length - levels).slice());
    if (page.isIs_compressed()) {
      data = decompressor.decompress(data, of.getUncompressed_page_size() - levels);
    }
    return DataPageV2.uncompressed(
        page.getNum_rows(),
        page.getNum_nulls(),
        page.getNum_values(),
        BytesInput.from(ByteBuffer.wrap(body, 0, repetition).slice()),
        BytesInput.from(ByteBuffer.wrap(body, repetition, definition).slice()),
        encoding(page.getEncoding()),
        data,
        statistics());
  }

  /** Statistics are not used. */
  private Statistics<?> statistics() {
    return Statistics.getBuilderForReading(chunk.getPrimitiveType()).build();
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
  }
}
