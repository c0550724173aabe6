package io.deltacdf.connect.record;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.Field;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Writes structures, each field by its own writer. */
final class StructConverter implements ValueConverter {
  private final Schema schema;
  private final org.apache.kafka.connect.data.Field[] fields;
  private final NullableConverter[] parts;
  private final Column[] columns;
  private Column bound;

  StructConverter(List<Field> fields, Schema schema, String column, ValueConverters writers) {
    this.schema = schema;
    this.fields = schema.fields().toArray(org.apache.kafka.connect.data.Field[]::new);
    this.columns = new Column[fields.size()];
    this.parts = new NullableConverter[fields.size()];
    for (int i = 0; i < parts.length; i++) {
      Field field = fields.get(i);
      parts[i] = writers.part(field.type(), this.fields[i].schema(), column + "." + field.name());
    }
  }

  @Override
  public Object valueAt(Column column, int row, RecordSize size) {
    if (column != bound) {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = column.fieldAt(i);
      }
      bound = column;
    }
    Struct struct = new Struct(schema);
    size.addFields(parts.length + 1);
    for (int i = 0; i < parts.length; i++) {
      Object value = parts[i].valueAt(columns[i], row, size);
      // A field not put is null already.
      if (value != null) {
        struct.put(fields[i], value);
      }
    }
    return struct;
  }
}
