package io.deltacdf.connect.record.value;

import java.util.stream.IntStream;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the values of structs have the types that a schema requires. All values of a field
 * come from one converter, so the first value of each field that is not null is checked, and no
 * other. Converters see to nulls themselves. Not thread-safe.
 */
public final class FirstValues {
  private final Field[] fields;

  /** The indexes of the fields that have had no value yet. */
  private final int[] unchecked;

  private int left;

  /**
   * @param schema the schema of the structs
   */
  public FirstValues(Schema schema) {
    this.fields = schema.fields().toArray(Field[]::new);
    this.unchecked = IntStream.range(0, fields.length).toArray();
    this.left = fields.length;
  }

  /**
   * Checks the values of a struct, as far as earlier structs had none.
   *
   * @throws org.apache.kafka.connect.errors.DataException if a value has another type
   */
  public void check(@Nullable Object[] values) {
    if (left > 0) {
      checkLeft(values);
    }
  }

  private void checkLeft(@Nullable Object[] values) {
    int kept = 0;
    for (int i = 0; i < left; i++) {
      int index = unchecked[i];
      if (values[index] == null) {
        unchecked[kept++] = index;
      } else {
        Field field = fields[index];
        ConnectSchema.validateValue(field.name(), field.schema(), values[index]);
      }
    }
    left = kept;
  }
}
