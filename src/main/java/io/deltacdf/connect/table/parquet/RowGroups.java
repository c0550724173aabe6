package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.parquet.page.PageCodecs;
import io.deltacdf.connect.table.parquet.page.StreamedPages;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Opens the row groups of a file. The compressed columns of a row group are read at once, and
 * larger ones page by page, so that a row group need not fit into memory.
 */
final class RowGroups implements AutoCloseable {
  private static final int MIN_BUFFER = 64 << 10;
  private static final int MAX_BUFFER = 4 << 20;

  private final InputFile file;
  private final long length;
  private final ParquetFileReader reader;
  private final PageCodecs codecs;
  private final Map<ColumnPath, ColumnDescriptor> columns;
  private final long limit;
  private @Nullable SeekableInputStream stream;

  /** Creates the row groups, of which those with more than {@code limit} bytes are streamed. */
  RowGroups(
      InputFile file,
      ParquetFileReader reader,
      PageCodecs codecs,
      List<ColumnDescriptor> columns,
      long limit)
      throws IOException {
    this.file = file;
    this.length = file.getLength();
    this.reader = reader;
    this.codecs = codecs;
    this.columns =
        columns.stream()
            .distinct()
            .collect(
                Collectors.toMap(column -> ColumnPath.get(column.getPath()), Function.identity()));
    this.limit = limit;
    reader.setRequestedSchema(columns);
  }

  /** Opens the columns that are read of a row group. */
  PageReadStore open(int index) throws IOException {
    List<ColumnChunkMetaData> chunks = chunksInFile(index);
    if (isStreamed(chunks)) {
      return streamed(reader.getRowGroups().get(index), chunks);
    }
    try {
      return reader.readRowGroup(index);
    } catch (OutOfMemoryError e) {
      if (chunks.size() < columns.size()) {
        throw e;
      }
      // Parquet's reader allocates what the header of a damaged page says. Streaming compares it
      // with the size of the column first, and needs less memory if there is no damage.
      return streamed(reader.getRowGroups().get(index), chunks);
    }
  }

  /**
   * Returns how many bytes of a row group an open one holds: its compressed columns, or a buffer
   * and the dictionary of each that is streamed. The current pages are not known before.
   */
  long bytesHeld(int index) {
    List<ColumnChunkMetaData> chunks = chunksInFile(index);
    boolean isStreamed = isStreamed(chunks);
    int buffered = buffered(chunks);
    long bytes = 0;
    for (ColumnChunkMetaData chunk : chunks) {
      long size = Math.max(0, chunk.getTotalSize());
      long dictionary = Math.min(size, chunk.getFirstDataPageOffset() - chunk.getStartingPos());
      bytes += isStreamed ? buffered + dictionary : size;
    }
    return bytes;
  }

  /**
   * Row groups without some of the columns are not streamed, since Parquet's reader names these.
   */
  private boolean isStreamed(List<ColumnChunkMetaData> chunks) {
    return chunks.size() >= columns.size()
        && chunks.stream().mapToLong(ColumnChunkMetaData::getTotalSize).sum() > limit;
  }

  /** Returns the size of the buffer of each column of a row group that is streamed. */
  private int buffered(List<ColumnChunkMetaData> chunks) {
    return (int) Math.max(MIN_BUFFER, Math.min(MAX_BUFFER, limit / 2 / Math.max(1, chunks.size())));
  }

  /** Returns the number of bytes that the columns of a row group have before compression. */
  long uncompressed(BlockMetaData rowGroup) {
    return chunks(rowGroup).stream().mapToLong(ColumnChunkMetaData::getTotalUncompressedSize).sum();
  }

  /** Returns the chunks of the columns that are read. */
  private List<ColumnChunkMetaData> chunks(BlockMetaData rowGroup) {
    return rowGroup.getColumns().stream()
        .filter(chunk -> columns.containsKey(chunk.getPath()))
        .toList();
  }

  /** Memory for the columns of a row group is allocated before they are read. */
  private List<ColumnChunkMetaData> chunksInFile(int index) {
    List<ColumnChunkMetaData> chunks = chunks(reader.getRowGroups().get(index));
    chunks.forEach(this::requireInFile);
    return chunks;
  }

  private void requireInFile(ColumnChunkMetaData chunk) {
    if (chunk.getTotalSize() > length - chunk.getStartingPos()) {
      throw new ParquetDecodingException(
          "column '"
              + chunk.getPath().toDotString()
              + "': its "
              + chunk.getTotalSize()
              + " bytes from position "
              + chunk.getStartingPos()
              + " on reach past the end of the file");
    }
  }

  private PageReadStore streamed(BlockMetaData rowGroup, List<ColumnChunkMetaData> chunks)
      throws IOException {
    SeekableInputStream in = stream != null ? stream : file.newStream();
    stream = in;
    int buffered = buffered(chunks);
    Map<ColumnPath, PageReader> readers =
        chunks.stream()
            .collect(
                Collectors.toMap(
                    ColumnChunkMetaData::getPath,
                    chunk ->
                        new StreamedPages(
                            in, chunk, codecs.getDecompressor(chunk.getCodec()), buffered)));
    return new PageReadStore() {
      @Override
      public PageReader getPageReader(ColumnDescriptor column) {
        PageReader pages = readers.get(ColumnPath.get(column.getPath()));
        if (pages == null) {
          throw new IllegalArgumentException(column + " is not read");
        }
        return pages;
      }

      @Override
      public long getRowCount() {
        return rowGroup.getRowCount();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() throws IOException {
    codecs.release();
    if (stream != null) {
      stream.close();
    }
    reader.close();
  }
}
