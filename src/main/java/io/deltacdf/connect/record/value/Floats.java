package io.deltacdf.connect.record.value;

import io.deltacdf.connect.config.RecordConfig.FloatHandling;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Schemas and converters of the types float and double, as {@code float.special.handling} says.
 * Their special values are NaN and the infinities, which JSON and search indexes do not have.
 */
public final class Floats {
  private Floats() {}

  /**
   * Returns the schema of the type, not optional yet.
   *
   * @param type FLOAT or DOUBLE
   */
  public static SchemaBuilder schema(Primitive type, FloatHandling handling) {
    if (handling == FloatHandling.TEXT) {
      return SchemaBuilder.string();
    }
    return type == Primitive.FLOAT ? SchemaBuilder.float32() : SchemaBuilder.float64();
  }

  /** Returns whether values of a type may become null, so that its schema has to be optional. */
  public static boolean mayBecomeNull(DataType type, FloatHandling handling) {
    return handling == FloatHandling.NULL && (type == Primitive.FLOAT || type == Primitive.DOUBLE);
  }

  /**
   * Returns the converter of the type.
   *
   * @param type FLOAT or DOUBLE
   * @param optional whether the schema allows null, as it does except for the keys of maps: a
   *     special value of those is a failure if it would become null
   * @param path the path of the column, for messages
   */
  public static ValueConverter converter(
      Primitive type, FloatHandling handling, boolean optional, String path) {
    boolean nulls = handling == FloatHandling.NULL && optional;
    boolean single = type == Primitive.FLOAT;
    return switch (handling) {
      case PASS ->
          single
              ? (column, row, size) -> column.floatAt(row)
              : (column, row, size) -> column.doubleAt(row);
      case NULL, FAIL ->
          single
              ? (column, row, size) -> {
                float value = column.floatAt(row);
                return Float.isFinite(value) ? (Object) value : special(value, nulls, path);
              }
              : (column, row, size) -> {
                double value = column.doubleAt(row);
                return Double.isFinite(value) ? (Object) value : special(value, nulls, path);
              };
      case TEXT ->
          (column, row, size) -> {
            String text =
                single
                    ? Float.toString(column.floatAt(row))
                    : Double.toString(column.doubleAt(row));
            size.addString(text);
            return text;
          };
    };
  }

  private static @Nullable Object special(double value, boolean nulls, String path) {
    if (nulls) {
      return null;
    }
    throw new SpecialFloatException(path, Double.toString(value));
  }
}
