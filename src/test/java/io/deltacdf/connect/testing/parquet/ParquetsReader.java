package io.deltacdf.connect.testing.parquet;

import io.deltacdf.connect.table.parquet.page.PageCodecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** Reads a file with Parquet's own decoders, except for the compression of its pages. */
final class ParquetsReader {
  private ParquetsReader() {}

  /** Returns the stored values of the rows. */
  static List<List<Object>> read(InputFile file, List<Node> columns) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder()
            .withCodecFactory(new PageCodecs(new Configuration(false)))
            .build();
    List<List<Object>> rows = new ArrayList<>();
    try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
      MessageType schema = reader.getFileMetaData().getSchema();
      MessageColumnIO io = new ColumnIOFactory().getColumnIO(schema);
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        RecordReader<Group> records = io.getRecordReader(pages, new GroupRecordConverter(schema));
        for (long row = 0; row < pages.getRowCount(); row++) {
          Group group = records.read();
          List<Object> values = new ArrayList<>();
          for (int i = 0; i < columns.size(); i++) {
            values.add(field(columns.get(i), group, i));
          }
          rows.add(values);
        }
      }
    }
    return rows;
  }

  private static Object field(Node node, Group parent, int field) {
    if (node.kind() == Node.Kind.REPEATED) {
      return elements(node.child(), parent, field);
    }
    return parent.getFieldRepetitionCount(field) == 0 ? null : value(node, parent, field, 0);
  }

  private static List<Object> elements(Node element, Group parent, int field) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < parent.getFieldRepetitionCount(field); i++) {
      elements.add(value(element, parent, field, i));
    }
    return elements;
  }

  private static Object value(Node node, Group parent, int field, int index) {
    if (node.leaf() != null) {
      return switch (node.leaf().physical) {
        case BOOLEAN -> parent.getBoolean(field, index);
        case INT32 -> parent.getInteger(field, index);
        case INT64 -> parent.getLong(field, index);
        case FLOAT -> parent.getFloat(field, index);
        case DOUBLE -> parent.getDouble(field, index);
        case INT96 -> parent.getInt96(field, index);
        case BINARY, FIXED_LEN_BYTE_ARRAY -> parent.getBinary(field, index);
      };
    }
    Group group = parent.getGroup(field, index);
    List<Object> values = new ArrayList<>();
    switch (node.kind()) {
      case TWO_LEVEL_LIST -> {
        return elements(node.child(), group, 0);
      }
      case LIST -> {
        for (int i = 0; i < group.getFieldRepetitionCount(0); i++) {
          values.add(field(node.child(), group.getGroup(0, i), 0));
        }
      }
      case MAP, OLD_MAP -> {
        Map<Object, Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < group.getFieldRepetitionCount(0); i++) {
          Group entry = group.getGroup(0, i);
          entries.put(field(node.child(), entry, 0), field(node.children().get(1), entry, 1));
        }
        return entries;
      }
      default -> {
        for (int i = 0; i < node.children().size(); i++) {
          values.add(field(node.children().get(i), group, i));
        }
      }
    }
    return values;
  }
}
