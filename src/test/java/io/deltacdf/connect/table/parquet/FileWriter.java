package io.deltacdf.connect.table.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes Parquet files with the example API of Parquet. */
public final class FileWriter {
  private FileWriter() {}

  /**
   * Writes a file.
   *
   * @param schema in Parquet's text format, such as {@code message m { optional int32 a; }}
   * @param fill puts a row's values into its group
   */
  public static LocalInputFile write(
      Path file,
      String schema,
      int rows,
      UnaryOperator<ExampleParquetWriter.Builder> options,
      BiConsumer<Group, Integer> fill) {
    return write(file, MessageTypeParser.parseMessageType(schema), rows, options, fill);
  }

  public static LocalInputFile write(
      Path file,
      MessageType schema,
      int rows,
      UnaryOperator<ExampleParquetWriter.Builder> options,
      BiConsumer<Group, Integer> fill) {
    ExampleParquetWriter.Builder builder =
        options.apply(
            ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(schema)
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withConf(new PlainParquetConfiguration()));
    try (ParquetWriter<Group> writer = builder.build()) {
      for (int row = 0; row < rows; row++) {
        Group group = new SimpleGroup(schema);
        fill.accept(group, row);
        writer.write(group);
      }
      writer.close();
      return new LocalInputFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing " + file, e);
    }
  }
}
