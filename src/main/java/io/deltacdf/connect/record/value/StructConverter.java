package io.deltacdf.connect.record.value;

import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.Column;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Converts structs, each field by a converter of its own. */
public final class StructConverter implements ValueConverter {
  private final Schema schema;
  private final Field[] fields;
  private final NullableConverter[] converters;
  private final BoundColumns bound;

  /**
   * @param converters the converters of the fields, in the order of the schema's fields
   */
  public StructConverter(Schema schema, NullableConverter[] converters) {
    this.schema = schema;
    this.fields = schema.fields().toArray(Field[]::new);
    this.converters = converters;
    this.bound = BoundColumns.first(converters.length);
  }

  @Override
  public Object convert(Column column, int row, RecordSize size) {
    Column[] columns = bound.fieldsOf(column);
    Struct struct = new Struct(schema);
    size.addFields(converters.length + 1);
    for (int i = 0; i < converters.length; i++) {
      Object value = converters[i].convert(columns[i], row, size);
      // A field that is not set is null.
      if (value != null) {
        struct.put(fields[i], value);
      }
    }
    return struct;
  }
}
