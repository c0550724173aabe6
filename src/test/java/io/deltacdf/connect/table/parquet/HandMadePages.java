package io.deltacdf.connect.table.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes files of one row group with given levels and values, which need not be valid. */
final class HandMadePages {
  private final MessageType schema;
  private final int rows;
  private final Map<ColumnDescriptor, List<Page>> columns = new LinkedHashMap<>();
  private Encoding levelEncoding = Encoding.RLE;

  private record Page(int entries, Encoding encoding, byte[] bytes) {
    @SuppressWarnings("deprecation") // Writers still use it for dictionaries.
    boolean isDictionary() {
      return encoding == Encoding.PLAIN_DICTIONARY;
    }
  }

  HandMadePages(String schema, int rows) {
    this.schema = MessageTypeParser.parseMessageType(schema);
    this.rows = rows;
  }

  /** Adds a page of 32-bit integers to the column with this index. */
  HandMadePages ints(int column, int[] repetitions, int[] definitions, int... values) {
    ByteBuffer plain = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    IntStream.of(values).forEach(plain::putInt);
    return page(column, repetitions, definitions, Encoding.PLAIN, plain.array());
  }

  /**
   * Adds a page.
   *
   * @param repetitions ignored if the column has no repetition levels
   * @param definitions ignored if the column has no definition levels
   * @param values the encoded values
   */
  HandMadePages page(
      int column, int[] repetitions, int[] definitions, Encoding encoding, byte[] values) {
    ColumnDescriptor descriptor = schema.getColumns().get(column);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      bytes.write(levels(repetitions, descriptor.getMaxRepetitionLevel()));
      bytes.write(levels(definitions, descriptor.getMaxDefinitionLevel()));
      bytes.write(values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int entries = definitions.length;
    columns
        .computeIfAbsent(descriptor, unused -> new ArrayList<>())
        .add(new Page(entries, encoding, bytes.toByteArray()));
    return this;
  }

  /**
   * Adds a page.
   *
   * @param bytes the encoded levels and values
   */
  HandMadePages page(int column, int entries, byte[] bytes) {
    columns
        .computeIfAbsent(schema.getColumns().get(column), unused -> new ArrayList<>())
        .add(new Page(entries, Encoding.PLAIN, bytes));
    return this;
  }

  /** Claims that all levels have another encoding than they have. */
  HandMadePages levelEncoding(Encoding encoding) {
    levelEncoding = encoding;
    return this;
  }

  private static byte[] levels(int[] levels, int maximum) throws IOException {
    if (maximum == 0) {
      return new byte[0];
    }
    int bits = BytesUtils.getWidthFromMaxInt(maximum);
    try (RunLengthBitPackingHybridEncoder encoder =
        new RunLengthBitPackingHybridEncoder(bits, 64, 4096, new HeapByteBufferAllocator())) {
      for (int level : levels) {
        encoder.writeInt(level);
      }
      byte[] runs = encoder.toBytes().toInputStream().readAllBytes();
      return ByteBuffer.allocate(4 + runs.length)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(runs.length)
          .put(runs)
          .array();
    }
  }

  @SuppressWarnings("deprecation") // Other methods require statistics that are true.
  InputFile write(Path file) {
    try (ParquetFileWriter writer =
        new ParquetFileWriter(
            new LocalOutputFile(file), schema, ParquetFileWriter.Mode.OVERWRITE, 1 << 20, 0)) {
      writer.start();
      writer.startBlock(rows);
      for (Map.Entry<ColumnDescriptor, List<Page>> column : columns.entrySet()) {
        List<Page> pages = column.getValue();
        writer.startColumn(
            column.getKey(),
            pages.stream().filter(page -> !page.isDictionary()).mapToInt(Page::entries).sum(),
            CompressionCodecName.UNCOMPRESSED);
        for (Page page : pages) {
          if (page.isDictionary()) {
            writer.writeDictionaryPage(
                new DictionaryPage(
                    BytesInput.from(page.bytes()), page.entries(), Encoding.PLAIN_DICTIONARY));
            continue;
          }
          writer.writeDataPage(
              page.entries(),
              page.bytes().length,
              BytesInput.from(page.bytes()),
              Statistics.createStats(column.getKey().getPrimitiveType()),
              levelEncoding,
              levelEncoding,
              page.encoding());
        }
        writer.endColumn();
      }
      writer.endBlock();
      writer.end(Map.of());
      return new LocalInputFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
