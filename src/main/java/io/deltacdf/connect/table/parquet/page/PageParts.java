package io.deltacdf.connect.table.parquet.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.bytes.ByteBufferInputStream;
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
 * Decodes the levels of a page, part by part, because a few bytes can hold the levels of very many
 * entries. All parts share the values of the page, so that they must be read in order.
 */
public final class PageParts {
  private static final int MAX_ENTRIES = 1 << 20;

  private final PageLevels repetitions;
  private final PageLevels definitions;
  private final PageValues values;
  private int left;

  private PageParts(
      int entries, PageLevels repetitions, PageLevels definitions, PageValues values) {
    this.left = entries;
    this.repetitions = repetitions;
    this.definitions = definitions;
    this.values = values;
  }

  /**
   * Starts to decode a page.
   *
   * @param dictionary the dictionary of the column in this row group, or null if it has none
   */
  public static PageParts of(
      DataPage page, ColumnDescriptor column, @Nullable PageDictionary dictionary)
      throws IOException {
    return page instanceof DataPageV1 v1
        ? version1(v1, column, dictionary)
        : version2((DataPageV2) page, column, dictionary);
  }

  /** Returns the next part, or null after the last. */
  public @Nullable Page next() {
    if (left == 0) {
      return null;
    }
    int count = Math.min(left, MAX_ENTRIES);
    left -= count;
    return new Page(count, left, repetitions.next(count), definitions.next(count), values);
  }

  private static PageParts version1(
      DataPageV1 page, ColumnDescriptor column, @Nullable PageDictionary dictionary)
      throws IOException {
    int entries = page.getValueCount();
    ByteBuffer bytes = PageBytes.onHeap(page.getBytes());
    int repetition = column.getMaxRepetitionLevel();
    int definition = column.getMaxDefinitionLevel();
    PageLevels repetitions = levels(bytes, page.getRlEncoding(), repetition, 0, entries);
    PageLevels definitions = levels(bytes, page.getDlEncoding(), definition, definition, entries);
    PageValues values = values(page.getValueEncoding(), column, dictionary, bytes, entries);
    return new PageParts(entries, repetitions, definitions, values);
  }

  private static PageParts version2(
      DataPageV2 page, ColumnDescriptor column, @Nullable PageDictionary dictionary)
      throws IOException {
    int entries = page.getValueCount();
    int repetition = column.getMaxRepetitionLevel();
    int definition = column.getMaxDefinitionLevel();
    PageLevels repetitions =
        PageLevels.runs(PageBytes.onHeap(page.getRepetitionLevels()), repetition, 0);
    PageLevels definitions =
        PageLevels.runs(PageBytes.onHeap(page.getDefinitionLevels()), definition, definition);
    ByteBuffer bytes = PageBytes.onHeap(page.getData());
    PageValues values = values(page.getDataEncoding(), column, dictionary, bytes, entries);
    return new PageParts(entries, repetitions, definitions, values);
  }

  /**
   * Returns the levels that precede the values of a version 1 page. In the RLE encoding they follow
   * their length; in the deprecated BIT_PACKED encoding they have none.
   */
  @SuppressWarnings("deprecation") // Old files have levels in BIT_PACKED.
  private static PageLevels levels(
      ByteBuffer page, Encoding encoding, int maximum, int usual, int entries) throws IOException {
    if (maximum == 0) {
      return PageLevels.NONE;
    }
    return switch (encoding) {
      case RLE -> PageLevels.runs(withLength(page), maximum, usual);
      case BIT_PACKED -> PageLevels.bitPacked(page, maximum, entries);
      default ->
          throw new ParquetDecodingException(
              "a page has levels in the encoding " + encoding + ", which levels cannot have");
    };
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
      return new DictionaryValues(RleBitPackedDecoder.of(bytes, bitWidth), dictionary);
    } else if (encoding == Encoding.PLAIN) {
      return new PlainValues(column.getPrimitiveType(), bytes);
    } else if (encoding == Encoding.RLE && type == PrimitiveTypeName.BOOLEAN) {
      return new BooleanRuns(RleBitPackedDecoder.of(withLength(bytes), 1));
    }
    ValuesReader reader = encoding.getValuesReader(column, ValuesType.VALUES);
    reader.initFromPage(entries, ByteBufferInputStream.wrap(bytes.slice()));
    return new EncodedValues(reader, type);
  }
}
