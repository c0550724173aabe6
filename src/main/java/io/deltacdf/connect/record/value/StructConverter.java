package io.deltacdf.connect.record.value;

import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.Column;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/** Converts structs, each field by a converter of its own. */
public final class StructConverter implements ValueConverter {
  private final Schema schema;
  private final NullableConverter[] converters;
  private final BoundColumns bound;
  private final FirstValues firstValues;

  /**
   * @param converters the converters of the fields, in the order of the schema's fields
   */
  public StructConverter(Schema schema, NullableConverter[] converters) {
    this.schema = schema;
    this.converters = converters;
    this.bound = BoundColumns.first(converters.length);
    this.firstValues = new FirstValues(schema);
  }

  /** Returns the converters of the fields. The array must not be changed. */
  public NullableConverter[] converters() {
    return converters;
  }

  @Override
  public Object convert(Column column, int row, RecordSize size) {
    Column[] columns = bound.fieldsOf(column);
    @Nullable Object[] values = new @Nullable Object[converters.length];
    size.addFields(converters.length + 1);
    for (int i = 0; i < converters.length; i++) {
      values[i] = converters[i].convert(columns[i], row, size);
    }
    firstValues.check(values);
    return new RowStruct(schema, values);
  }
}
