package io.deltacdf.connect.table.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A page of a column: the levels of its entries, decoded, and its values, still encoded.
 *
 * @param entries the number of values, nulls included
 * @param repetitions the repetition level of each entry; null where all are 0
 * @param definitions the definition level of each entry; null where all are the maximum
 * @param values the values that are not null
 */
record Page(int entries, byte[] repetitions, byte[] definitions, PageValues values) {

  /**
   * Decodes a page's levels.
   *
   * @param dictionary that of the row group, or null where it has none
   */
  static Page of(DataPage page, ColumnDescriptor column, PageDictionary dictionary)
      throws IOException {
    return page instanceof DataPageV1 v1
        ? version1(v1, column, dictionary)
        : version2((DataPageV2) page, column, dictionary);
  }

  private static Page version1(DataPageV1 page, ColumnDescriptor column, PageDictionary dictionary)
      throws IOException {
    int entries = page.getValueCount();
    ByteBuffer bytes = onHeap(page.getBytes());
    byte[] repetitions =
        levels(bytes, page.getRlEncoding(), column, ValuesType.REPETITION_LEVEL, entries);
    byte[] definitions =
        levels(bytes, page.getDlEncoding(), column, ValuesType.DEFINITION_LEVEL, entries);
    PageValues values = values(page.getValueEncoding(), column, dictionary, bytes, entries);
    return new Page(entries, repetitions, definitions, values);
  }

  private static Page version2(DataPageV2 page, ColumnDescriptor column, PageDictionary dictionary)
      throws IOException {
    int entries = page.getValueCount();
    byte[] repetitions =
        runs(onHeap(page.getRepetitionLevels()), column.getMaxRepetitionLevel(), entries, 0);
    int maximum = column.getMaxDefinitionLevel();
    byte[] definitions = runs(onHeap(page.getDefinitionLevels()), maximum, entries, maximum);
    ByteBuffer bytes = onHeap(page.getData());
    PageValues values = values(page.getDataEncoding(), column, dictionary, bytes, entries);
    return new Page(entries, repetitions, definitions, values);
  }

  /** Levels in front of the values: with their length, but for an encoding of old. */
  private static byte[] levels(
      ByteBuffer page, Encoding encoding, ColumnDescriptor column, ValuesType kind, int entries)
      throws IOException {
    boolean repetition = kind == ValuesType.REPETITION_LEVEL;
    int maximum = repetition ? column.getMaxRepetitionLevel() : column.getMaxDefinitionLevel();
    if (maximum == 0) {
      return null;
    }
    if (encoding != Encoding.RLE) {
      return oldLevels(page, encoding.getValuesReader(column, kind), entries);
    }
    return runs(withLength(page), maximum, entries, repetition ? 0 : maximum);
  }

  /** The bytes that follow their length; the page then stands behind them. */
  private static ByteBuffer withLength(ByteBuffer page) {
    int length = page.order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > page.remaining()) {
      throw new ParquetDecodingException("levels of " + length + " bytes in a smaller page");
    }
    ByteBuffer bytes = page.slice(page.position(), length);
    page.position(page.position() + length);
    return bytes;
  }

  /** The levels, or null where all are {@code usual}. */
  private static byte[] runs(ByteBuffer bytes, int maximum, int entries, int usual) {
    if (maximum == 0) {
      return null;
    }
    RleBitPackedDecoder decoder = decoder(bytes, BytesUtils.getWidthFromMaxInt(maximum));
    if (decoder.isRunOf(usual, entries)) {
      return null;
    }
    byte[] levels = new byte[entries];
    decoder.read(levels, 0, entries);
    return levels;
  }

  private static byte[] oldLevels(ByteBuffer page, ValuesReader reader, int entries)
      throws IOException {
    ByteBufferInputStream stream = ByteBufferInputStream.wrap(page.slice());
    reader.initFromPage(entries, stream);
    byte[] levels = new byte[entries];
    for (int i = 0; i < entries; i++) {
      levels[i] = (byte) reader.readInteger();
    }
    page.position(page.position() + (int) stream.position());
    return levels;
  }

  private static PageValues values(
      Encoding encoding,
      ColumnDescriptor column,
      PageDictionary dictionary,
      ByteBuffer bytes,
      int entries)
      throws IOException {
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    if (encoding.usesDictionary()) {
      if (dictionary == null) {
        throw new ParquetDecodingException("a page of dictionary indexes without a dictionary");
      }
      // A page of nulls may have no bytes at all.
      int bitWidth = bytes.hasRemaining() ? bytes.get() : 0;
      return new DictionaryValues(decoder(bytes, bitWidth), dictionary);
    } else if (encoding == Encoding.PLAIN) {
      return new PlainValues(column.getPrimitiveType(), bytes);
    } else if (encoding == Encoding.RLE && type == PrimitiveTypeName.BOOLEAN) {
      return new BooleanRuns(decoder(withLength(bytes), 1));
    }
    ValuesReader reader = encoding.getValuesReader(column, ValuesType.VALUES);
    reader.initFromPage(entries, ByteBufferInputStream.wrap(bytes.slice()));
    return new EncodedValues(reader, type);
  }

  private static RleBitPackedDecoder decoder(ByteBuffer bytes, int bitWidth) {
    int from = bytes.arrayOffset() + bytes.position();
    return new RleBitPackedDecoder(bytes.array(), from, from + bytes.remaining(), bitWidth);
  }

  /** The bytes of a page in an array of the heap. */
  static ByteBuffer onHeap(BytesInput bytes) throws IOException {
    ByteBuffer buffer = bytes.toByteBuffer(HeapByteBufferAllocator.getInstance(), unused -> {});
    if (buffer.hasArray()) {
      return buffer;
    }
    ByteBuffer copy = ByteBuffer.allocate(buffer.remaining());
    copy.put(buffer.duplicate());
    return copy.flip();
  }
}
