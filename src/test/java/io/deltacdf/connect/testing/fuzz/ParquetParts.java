package io.deltacdf.connect.testing.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** The parts of a Parquet file, which can be changed and put together again. */
public final class ParquetParts {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL = 8;

  /** A page as it is stored. */
  public record PagePart(PageHeader header, byte[] body) {}

  private final FileMetaData footer;
  private final List<List<PagePart>> chunks = new ArrayList<>();

  private ParquetParts(FileMetaData footer) {
    this.footer = footer;
  }

  /** Returns the position of a file's footer. */
  public static int footerStart(byte[] file) {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - TAIL);
    return file.length - TAIL - length;
  }

  public static FileMetaData footer(byte[] file) {
    int start = footerStart(file);
    try {
      return Util.readFileMetaData(
          new ByteArrayInputStream(file, start, file.length - TAIL - start));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the file with another footer. */
  public static byte[] withFooter(byte[] file, FileMetaData footer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(file, 0, footerStart(file));
    writeFooter(out, footer);
    return out.toByteArray();
  }

  private static void writeFooter(ByteArrayOutputStream out, FileMetaData footer)
      throws IOException {
    int start = out.size();
    Util.writeFileMetaData(footer, out);
    ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    out.write(length.putInt(out.size() - start).array());
    out.write(MAGIC);
  }

  /** Takes a whole file apart. */
  public static ParquetParts of(byte[] file) {
    ParquetParts parts = new ParquetParts(footer(file));
    for (ColumnMetaData column : parts.columns()) {
      long start = column.getData_page_offset();
      if (column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0) {
        start = Math.min(start, column.getDictionary_page_offset());
      }
      parts.chunks.add(pages(file, (int) start, (int) column.getTotal_compressed_size()));
    }
    return parts;
  }

  private static List<PagePart> pages(byte[] file, int start, int length) {
    List<PagePart> pages = new ArrayList<>();
    ByteArrayInputStream in = new ByteArrayInputStream(file, start, length);
    try {
      while (in.available() > 0) {
        PageHeader header = Util.readPageHeader(in);
        pages.add(new PagePart(header, in.readNBytes(header.getCompressed_page_size())));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  private List<ColumnMetaData> columns() {
    return footer.getRow_groups().stream()
        .map(RowGroup::getColumns)
        .flatMap(List::stream)
        .map(ColumnChunk::getMeta_data)
        .toList();
  }

  /** Returns the pages of each column chunk, in the order of the footer. */
  public List<List<PagePart>> chunks() {
    return chunks;
  }

  /** Puts the file together, with the places and sizes of the chunks in the footer. */
  public byte[] join() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(MAGIC);
    int next = 0;
    for (RowGroup group : footer.getRow_groups()) {
      long groupStart = out.size();
      for (ColumnChunk chunk : group.getColumns()) {
        writeChunk(out, chunk, chunks.get(next++));
      }
      group.setFile_offset(groupStart);
      group.setTotal_compressed_size(out.size() - groupStart);
    }
    writeFooter(out, footer);
    return out.toByteArray();
  }

  private static void writeChunk(ByteArrayOutputStream out, ColumnChunk chunk, List<PagePart> pages)
      throws IOException {
    ColumnMetaData column = chunk.getMeta_data();
    long start = out.size();
    long firstData = -1;
    column.unsetDictionary_page_offset();
    for (PagePart page : pages) {
      if (page.header.getType() == PageType.DICTIONARY_PAGE) {
        column.setDictionary_page_offset(out.size());
      } else if (firstData < 0) {
        firstData = out.size();
      }
      Util.writePageHeader(page.header, out);
      out.write(page.body);
    }
    column.setData_page_offset(firstData < 0 ? start : firstData);
    column.setTotal_compressed_size(out.size() - start);
    chunk.unsetColumn_index_offset();
    chunk.unsetColumn_index_length();
    chunk.unsetOffset_index_offset();
    chunk.unsetOffset_index_length();
  }
}
