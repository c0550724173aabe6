package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.KeyFormat;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/**
 * Makes a table's key writers, one for each of its schemas. The first one settles the schema of the
 * keys for good: a row's key must be the same bytes in every version, so a later table schema that
 * would change them is refused.
 *
 * <p>One key column is a plain value, several are a structure or, with {@code key.format=string},
 * text. A single column that is neither integer nor text becomes text under that format too, for
 * sinks that take no other keys.
 */
final class KeyWriters {
  private final String table;
  private final RecordConfig records;
  private final ValueSchemas values;
  private final KeyTypes types;

  private List<Field> settled;
  private Schema schema;

  KeyWriters(String table, RecordConfig records, ValueSchemas values) {
    this.table = table;
    this.records = records;
    this.values = values;
    this.types = new KeyTypes(records);
  }

  /**
   * A writer for the rows of a schema.
   *
   * @param version the version that the schema comes with, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException KEY_INVALID
   */
  KeyWriter writer(TableSchema tableSchema, KeyColumns key, long version) {
    if (key.isEmpty()) {
      return new KeyWriter(tableSchema, key, null, null);
    }
    List<Field> fields = key.ordinals().stream().map(tableSchema.fields()::get).toList();
    if (settled == null) {
      settle(fields);
    } else {
      check(fields, version);
    }
    return new KeyWriter(tableSchema, key, schema, encoder());
  }

  private void settle(List<Field> fields) {
    for (Field field : fields) {
      if (!KeyTypes.isSupported(field.type())) {
        throw RecordErrors.keyTypeUnsupported(table, field.name(), TypeNames.of(field.type()));
      }
    }
    settled = fields;
    schema =
        switch (form()) {
          case PLAIN -> types.schema(fields.get(0).type()).build();
          case TEXT -> Schema.STRING_SCHEMA;
          case STRUCT -> structSchema(fields);
        };
  }

  private Schema structSchema(List<Field> fields) {
    SchemaBuilder builder = SchemaBuilder.struct().name(values.keyName());
    Map<String, String> taken = new HashMap<>();
    for (Field field : fields) {
      String name = values.fieldName(field.name());
      String other = taken.put(name, field.name());
      if (other != null) {
        throw RecordErrors.keyFieldNames(table, other, field.name(), name);
      }
      builder.field(name, types.schema(field.type()).build());
    }
    return builder.build();
  }

  private void check(List<Field> fields, long version) {
    for (int i = 0; i < fields.size(); i++) {
      Field before = settled.get(i);
      Field after = fields.get(i);
      if (!sameForm(before.type(), after.type())) {
        throw RecordErrors.keyTypeChanged(
            table, version, after.name(), TypeNames.of(before.type()), TypeNames.of(after.type()));
      }
      if (form() == Form.STRUCT
          && !values.fieldName(before.name()).equals(values.fieldName(after.name()))) {
        throw RecordErrors.keyRenamed(table, version, before.name(), after.name());
      }
    }
  }

  private static boolean sameForm(DataType before, DataType after) {
    return before.equals(after) || (KeyTypes.isInteger(before) && KeyTypes.isInteger(after));
  }

  private enum Form {
    PLAIN,
    TEXT,
    STRUCT
  }

  private Form form() {
    KeyFormat format = records.keyFormat();
    if (format == KeyFormat.STRUCT) {
      return Form.STRUCT;
    }
    if (settled.size() > 1) {
      return format == KeyFormat.STRING ? Form.TEXT : Form.STRUCT;
    }
    DataType type = settled.get(0).type();
    return format == KeyFormat.STRING
            && !KeyTypes.isInteger(type)
            && type != DataType.Primitive.STRING
        ? Form.TEXT
        : Form.PLAIN;
  }

  private KeyEncoder encoder() {
    return switch (form()) {
      case PLAIN -> plainEncoder();
      case STRUCT -> structEncoder();
      case TEXT -> textEncoder();
    };
  }

  private KeyEncoder plainEncoder() {
    ValueConverter writer = types.writer(settled.get(0).type());
    return (columns, row, size) -> writer.valueAt(columns[0], row, size);
  }

  private KeyEncoder structEncoder() {
    org.apache.kafka.connect.data.Field[] fields =
        schema.fields().toArray(org.apache.kafka.connect.data.Field[]::new);
    ValueConverter[] writers =
        settled.stream().map(field -> types.writer(field.type())).toArray(ValueConverter[]::new);
    return (columns, row, size) -> {
      Struct key = new Struct(schema);
      size.addFields(writers.length + 1);
      for (int i = 0; i < writers.length; i++) {
        key.put(fields[i], writers[i].valueAt(columns[i], row, size));
      }
      return key;
    };
  }

  private KeyEncoder textEncoder() {
    KeyText[] texts =
        settled.stream().map(field -> types.text(field.type())).toArray(KeyText[]::new);
    if (texts.length > 1) {
      return new JoinedKeyEncoder(texts, records.keyDelimiter());
    }
    return (columns, row, size) -> {
      StringBuilder key = new StringBuilder();
      texts[0].append(key, columns[0], row);
      String text = key.toString();
      size.addString(text);
      return text;
    };
  }
}
