package io.deltacdf.connect.avro.value;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** Writes the fields of a struct in the order of an Avro record. */
final class StructWriter implements ValueWriter {
  /** A field of the Avro record; it has no field in the struct if it always has its default. */
  record Column(@Nullable Field field, ValueWriter writer) {}

  private final Schema schema;
  private final boolean withDefaults;
  private final @Nullable Field[] fields;
  private final ValueWriter[] writers;

  /** An equal schema that has been seen. Unsafely published, since schemas do not change. */
  private Schema equalSchema;

  StructWriter(Schema schema, List<Column> columns, boolean withDefaults) {
    this.schema = schema;
    this.equalSchema = schema;
    this.withDefaults = withDefaults;
    this.fields = columns.stream().map(Column::field).toArray(Field[]::new);
    this.writers = columns.stream().map(Column::writer).toArray(ValueWriter[]::new);
  }

  @Override
  public void write(@Nullable Object value, AvroBuffer out) {
    if (value == null) {
      throw new DataException("The value is null, but it is required");
    }
    Struct struct = (Struct) value;
    check(struct.schema());
    int i = 0;
    try {
      for (; i < writers.length; i++) {
        Field field = fields[i];
        writers[i].write(field == null ? null : get(struct, field), out);
      }
    } catch (DataException | ClassCastException e) {
      throw failure(fields[i], e);
    }
  }

  private @Nullable Object get(Struct struct, Field field) {
    return withDefaults ? struct.get(field) : struct.getWithoutDefault(field.name());
  }

  private void check(Schema found) {
    if (found == schema || found == equalSchema) {
      return;
    }
    if (!found.equals(schema)) {
      throw new DataException(
          "The struct has another schema than the record or field that contains it");
    }
    equalSchema = found;
  }

  private static DataException failure(@Nullable Field field, RuntimeException cause) {
    String why =
        cause instanceof ClassCastException
            ? "The value does not have the type of its schema"
            : cause.getMessage();
    return new DataException(
        "Field '%s': %s".formatted(field == null ? "" : field.name(), why), cause);
  }
}
