package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A page of a column: the decoded levels of its entries, and its values, which are still encoded.
 *
 * @param entries the number of entries, including nulls
 * @param repetitions the repetition level of each entry; null if all are 0
 * @param definitions the definition level of each entry; null if all are the maximum
 * @param values the values that are not null
 */
public record Page(
    int entries, byte @Nullable [] repetitions, byte @Nullable [] definitions, PageValues values) {
  /** Returns the entry at which the row after the next {@code rows} begins, from an entry on. */
  public int endOfRows(int from, int rows) {
    if (repetitions == null) {
      return Math.min(entries, from + rows);
    }
    int begun = 0;
    for (int i = from; i < entries; i++) {
      if (repetitions[i] == 0 && ++begun > rows) {
        return i;
      }
    }
    return entries;
  }

  /** Returns how many rows begin in a range of entries. */
  public int rowsBegun(int from, int end) {
    if (repetitions == null) {
      return end - from;
    }
    int begun = 0;
    for (int i = from; i < end; i++) {
      begun += repetitions[i] == 0 ? 1 : 0;
    }
    return begun;
  }

  /**
   * Returns how many entries of a range have values.
   *
   * @param maximum the definition level of an entry with a value
   */
  public int valuesBetween(int from, int end, int maximum) {
    if (definitions == null) {
      return end - from;
    }
    int present = 0;
    for (int i = from; i < end; i++) {
      present += definitions[i] == maximum ? 1 : 0;
    }
    return present;
  }

  /** Returns the entry with the value after the next {@code count} values, or {@code end}. */
  public int endOfValues(int from, int end, int count, int maximum) {
    int seen = 0;
    for (int i = from; i < end; i++) {
      if ((definitions == null || definitions[i] == maximum) && ++seen > count) {
        return i;
      }
    }
    return end;
  }

  /**
   * Decodes a page's levels.
   *
   * @param dictionary the dictionary of the column in this row group, or null if it has none
   */
  public static Page of(DataPage page, ColumnDescriptor column, @Nullable PageDictionary dictionary)
      throws IOException {
    return page instanceof DataPageV1 v1
        ? version1(v1, column, dictionary)
        : version2((DataPageV2) page, column, dictionary);
  }

  private static Page version1(
      DataPageV1 page, ColumnDescriptor column, @Nullable PageDictionary dictionary)
      throws IOException {
    int entries = page.getValueCount();
    ByteBuffer bytes = PageBytes.onHeap(page.getBytes());
    byte[] repetitions =
        levels(bytes, page.getRlEncoding(), column, ValuesType.REPETITION_LEVEL, entries);
    byte[] definitions =
        levels(bytes, page.getDlEncoding(), column, ValuesType.DEFINITION_LEVEL, entries);
    PageValues values = values(page.getValueEncoding(), column, dictionary, bytes, entries);
    return new Page(entries, repetitions, definitions, values);
  }

  private static Page version2(
      DataPageV2 page, ColumnDescriptor column, @Nullable PageDictionary dictionary)
      throws IOException {
    int entries = page.getValueCount();
    byte[] repetitions =
        runs(
            PageBytes.onHeap(page.getRepetitionLevels()),
            column.getMaxRepetitionLevel(),
            entries,
            0);
    int maximum = column.getMaxDefinitionLevel();
    byte[] definitions =
        runs(PageBytes.onHeap(page.getDefinitionLevels()), maximum, entries, maximum);
    ByteBuffer bytes = PageBytes.onHeap(page.getData());
    PageValues values = values(page.getDataEncoding(), column, dictionary, bytes, entries);
    return new Page(entries, repetitions, definitions, values);
  }

  /**
   * Decodes the levels that precede the values of a version 1 page. In the RLE encoding they follow
   * their length; in the deprecated BIT_PACKED encoding they have none.
   */
  private static byte @Nullable [] levels(
      ByteBuffer page, Encoding encoding, ColumnDescriptor column, ValuesType kind, int entries)
      throws IOException {
    boolean repetition = kind == ValuesType.REPETITION_LEVEL;
    int maximum = repetition ? column.getMaxRepetitionLevel() : column.getMaxDefinitionLevel();
    if (maximum == 0) {
      return null;
    }
    if (encoding != Encoding.RLE) {
      byte[] levels = bitPackedLevels(page, encoding.getValuesReader(column, kind), entries);
      requireAtMost(maximum, levels);
      return levels;
    }
    return runs(withLength(page), maximum, entries, repetition ? 0 : maximum);
  }

  /**
   * Reads a length and returns the bytes that follow it. The page's position is then after them.
   */
  private static ByteBuffer withLength(ByteBuffer page) {
    int length = page.order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > page.remaining()) {
      throw new ParquetDecodingException("a run of " + length + " bytes is longer than its page");
    }
    ByteBuffer bytes = page.slice(page.position(), length);
    page.position(page.position() + length);
    return bytes;
  }

  /** Decodes levels; returns null if all are {@code usual}. */
  private static byte @Nullable [] runs(ByteBuffer bytes, int maximum, int entries, int usual) {
    if (maximum == 0) {
      return null;
    }
    RleBitPackedDecoder decoder = decoder(bytes, BytesUtils.getWidthFromMaxInt(maximum));
    if (decoder.isRunOf(usual, entries)) {
      return null;
    }
    byte[] levels = new byte[entries];
    decoder.read(levels, 0, entries);
    requireAtMost(maximum, levels);
    return levels;
  }

  /** Refuses levels above the maximum, unless the number of their bits already excludes them. */
  private static void requireAtMost(int maximum, byte[] levels) {
    if ((maximum & maximum + 1) == 0) {
      return;
    }
    for (byte level : levels) {
      if (level > maximum) {
        throw new ParquetDecodingException(
            "a page has the level " + level + ", but the highest of its column is " + maximum);
      }
    }
  }

  private static byte[] bitPackedLevels(ByteBuffer page, ValuesReader reader, int entries)
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
      @Nullable PageDictionary dictionary,
      ByteBuffer bytes,
      int entries)
      throws IOException {
    PrimitiveTypeName type = column.getPrimitiveType().getPrimitiveTypeName();
    if (encoding.usesDictionary()) {
      if (dictionary == null) {
        throw new ParquetDecodingException("a page of dictionary ids has no dictionary");
      }
      // A page that has only nulls may have no bytes.
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
}
