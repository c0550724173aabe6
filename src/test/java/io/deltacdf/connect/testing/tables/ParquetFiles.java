package io.deltacdf.connect.testing.tables;

import io.delta.kernel.types.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/**
 * Writes rows as a Parquet file with parquet-hadoop. Delta Kernel's writer is not used, because it
 * does not support INT96, small row groups or additional columns, and because it shares code with
 * the reader under test.
 */
final class ParquetFiles {
  private ParquetFiles() {}

  /**
   * @param schema the columns of the file
   * @param rows the rows in physical form
   */
  static void write(
      Path file, StructType schema, List<Map<String, Object>> rows, FileOptions options) {
    try {
      Files.createDirectories(file.getParent());
      try (ParquetWriter<Map<String, Object>> writer = new Builder(file, schema, options).build()) {
        for (Map<String, Object> row : rows) {
          writer.write(row);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Map<String, Object>, Builder> {
    private final RowWriteSupport support;

    Builder(Path file, StructType schema, FileOptions options) {
      super((OutputFile) new LocalOutputFile(file));
      this.support =
          new RowWriteSupport(
              ParquetTypes.message(schema, options),
              ParquetValueWriter.fieldsWriter(schema, options.timestamps));
      withConf(new PlainParquetConfiguration());
      withCompressionCodec(options.compression);
      withDictionaryEncoding(options.dictionary);
      withStatisticsEnabled(options.footerStatistics);
      withRowGroupRowCountLimit(options.rowGroupRows);
      withPageRowCountLimit(options.pageRows);
      withWriterVersion(
          options.pagesV2
              ? ParquetProperties.WriterVersion.PARQUET_2_0
              : ParquetProperties.WriterVersion.PARQUET_1_0);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract above
    protected WriteSupport<Map<String, Object>> getWriteSupport(Configuration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<Map<String, Object>> getWriteSupport(
        ParquetConfiguration configuration) {
      return support;
    }
  }

  private static final class RowWriteSupport extends WriteSupport<Map<String, Object>> {
    private final MessageType schema;
    private final ParquetValueWriter fields;
    private RecordConsumer out;

    RowWriteSupport(MessageType schema, ParquetValueWriter fields) {
      this.schema = schema;
      this.fields = fields;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract above
    public WriteContext init(Configuration configuration) {
      return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return context();
    }

    private WriteContext context() {
      return new WriteContext(schema, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
      out = consumer;
    }

    @Override
    public void write(Map<String, Object> row) {
      out.startMessage();
      fields.write(out, row);
      out.endMessage();
    }
  }
}
