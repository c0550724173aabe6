package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.parquet.page.PageCodecs;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the footers of recently read files of all tables of a task, so that several passes
 * over the files of a commit read each footer once. A file is identified by the text and the length
 * of its {@link InputFile}, because data files never change. The cache is bounded by the number of
 * column chunks that its footers describe. Thread-safe.
 */
public final class Footers {
  private static final int MAX_CHUNKS = 8_192;

  private final Configuration conf;
  private final Map<Key, ParquetMetadata> cached = new LinkedHashMap<>(16, 0.75f, true);
  private int chunks;

  public Footers(Configuration conf) {
    this.conf = conf;
  }

  private record Key(String path, long length) {}

  /** Returns the footer of a file. */
  public ParquetMetadata of(InputFile file) throws IOException {
    ParquetMetadata known = cached(file);
    if (known != null) {
      return known;
    }
    try (SeekableInputStream stream = file.newStream()) {
      return read(file, options(), stream);
    }
  }

  /** Opens a file for reading; the caller closes the reader. */
  ParquetFileReader open(InputFile file) throws IOException {
    ParquetReadOptions options = options();
    SeekableInputStream stream = file.newStream();
    try {
      ParquetMetadata known = cached(file);
      ParquetMetadata footer = known != null ? known : read(file, options, stream);
      return ParquetFileReader.open(file, footer, options, stream);
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  /** Returns codecs, which the caller releases. */
  PageCodecs codecs() {
    return new PageCodecs(conf);
  }

  private ParquetReadOptions options() {
    // Each reader gets its own options, because it releases their decompressors when it is closed.
    return HadoopReadOptions.builder(conf)
        .withCodecFactory(new PageCodecs(conf))
        .usePageChecksumVerification(true)
        .build();
  }

  private ParquetMetadata read(
      InputFile file, ParquetReadOptions options, SeekableInputStream stream) throws IOException {
    ParquetMetadata footer = ParquetFileReader.readFooter(file, options, stream);
    put(key(file), footer);
    return footer;
  }

  private static Key key(InputFile file) throws IOException {
    return new Key(file.toString(), file.getLength());
  }

  private @Nullable ParquetMetadata cached(InputFile file) throws IOException {
    Key key = key(file);
    synchronized (cached) {
      return cached.get(key);
    }
  }

  private void put(Key key, ParquetMetadata footer) {
    synchronized (cached) {
      if (cached.put(key, footer) == null) {
        chunks += size(footer);
      }
      Iterator<ParquetMetadata> eldest = cached.values().iterator();
      while (chunks > MAX_CHUNKS && eldest.hasNext()) {
        chunks -= size(eldest.next());
        eldest.remove();
      }
    }
  }

  /** Drops all footers. */
  public void clear() {
    synchronized (cached) {
      cached.clear();
      chunks = 0;
    }
  }

  private static int size(ParquetMetadata footer) {
    return footer.getBlocks().stream().mapToInt(block -> block.getColumns().size()).sum() + 1;
  }
}
