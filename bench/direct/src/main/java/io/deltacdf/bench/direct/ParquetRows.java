package io.deltacdf.bench.direct;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;

/** Small Parquet files as lists of rows. */
final class ParquetRows {
  private final Configuration conf = new Configuration();

  MessageType schema(Path file) throws IOException {
    try (ParquetFileReader reader = open(file)) {
      return reader.getFileMetaData().getSchema();
    }
  }

  List<Group> read(Path file) throws IOException {
    List<Group> rows = new ArrayList<>();
    try (ParquetFileReader reader = open(file)) {
      MessageType schema = reader.getFileMetaData().getSchema();
      PageReadStore pages;
      while ((pages = reader.readNextRowGroup()) != null) {
        RecordReader<Group> records =
            new ColumnIOFactory()
                .getColumnIO(schema)
                .getRecordReader(pages, new GroupRecordConverter(schema));
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.add(records.read());
        }
      }
    }
    return rows;
  }

  /** Writes a file, without the checksum file of Hadoop's local file system; returns its size. */
  long write(Path file, MessageType schema, List<Group> rows) throws IOException {
    Files.createDirectories(file.getParent());
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(HadoopOutputFile.fromPath(hadoop(file), conf))
            .withType(schema)
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    }
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    return Files.size(file);
  }

  /** A row of another schema whose first columns are those of {@code row}, but for one. */
  static Group copy(Group row, MessageType schema, int except) {
    Group copy = new SimpleGroup(schema);
    GroupType type = row.getType();
    for (int i = 0; i < type.getFieldCount(); i++) {
      if (i != except && row.getFieldRepetitionCount(i) > 0) {
        copyColumn(row, copy, i);
      }
    }
    return copy;
  }

  private static void copyColumn(Group from, Group to, int i) {
    if (!from.getType().getType(i).isPrimitive()) {
      to.add(i, from.getGroup(i, 0));
      return;
    }
    switch (from.getType().getType(i).asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> to.add(i, from.getInteger(i, 0));
      case INT64 -> to.add(i, from.getLong(i, 0));
      case BOOLEAN -> to.add(i, from.getBoolean(i, 0));
      case DOUBLE -> to.add(i, from.getDouble(i, 0));
      case INT96 -> to.add(i, from.getInt96(i, 0));
      default -> to.add(i, from.getBinary(i, 0));
    }
  }

  private ParquetFileReader open(Path file) throws IOException {
    return ParquetFileReader.open(HadoopInputFile.fromPath(hadoop(file), conf));
  }

  private static org.apache.hadoop.fs.Path hadoop(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }
}
