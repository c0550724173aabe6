package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Creates the vectors that read a leaf of a file as a type of the table. This is the same type or
 * one to which Delta can widen it. Timestamps and decimals are read from all physical types that
 * writers use for them.
 */
@FunctionalInterface
interface ColumnReaderFactory {
  /** Creates a vector for the values of the leaf's pages. */
  LeafVector vector(int capacity);

  /**
   * Returns the factory for a column.
   *
   * @param column the path of the leaf, for messages
   * @throws UnreadableColumnException if the file's type cannot be read as the requested type
   */
  static ColumnReaderFactory of(String column, PrimitiveType file, DataType requested) {
    ColumnReaderFactory factory =
        requested instanceof DataType.Decimal decimal
            ? decimal(file, decimal)
            : primitive(file, requested);
    if (factory == null) {
      throw new UnreadableColumnException(column, file, requested);
    }
    return factory;
  }

  private static @Nullable ColumnReaderFactory primitive(PrimitiveType file, DataType requested) {
    if (!(requested instanceof DataType.Primitive primitive)) {
      return null;
    }
    PrimitiveTypeName physical = file.getPrimitiveTypeName();
    return switch (primitive) {
      case BOOLEAN ->
          physical == PrimitiveTypeName.BOOLEAN ? size -> new BooleanVector(requested, size) : null;
      case BYTE, SHORT, INTEGER -> integer(file, primitive);
      case LONG -> longInteger(file, requested);
      case FLOAT ->
          physical == PrimitiveTypeName.FLOAT ? size -> new FloatVector(requested, size) : null;
      case DOUBLE -> doubleNumber(file, requested);
      case STRING, BINARY -> isBytes(file) ? size -> new BytesVector(requested, size) : null;
      case DATE -> date(file, requested);
      case TIMESTAMP, TIMESTAMP_NTZ -> timestamp(file, primitive);
      case VARIANT -> null;
    };
  }

  private static @Nullable ColumnReaderFactory integer(
      PrimitiveType file, DataType.Primitive requested) {
    if (file.getPrimitiveTypeName() != PrimitiveTypeName.INT32 || !isInteger(file)) {
      return null;
    }
    LongConversion conversion = LongConversion.NONE;
    if (isUnsigned(file)) {
      conversion =
          switch (requested) {
            case BYTE -> LongConversion.UNSIGNED_TO_BYTE;
            case SHORT -> LongConversion.UNSIGNED_TO_SHORT;
            default -> LongConversion.UNSIGNED_TO_SIGNED;
          };
    }
    LongConversion chosen = conversion;
    return size -> new IntVector(requested, size, chosen);
  }

  private static @Nullable ColumnReaderFactory longInteger(PrimitiveType file, DataType requested) {
    if (!isInteger(file)) {
      return null;
    }
    return switch (file.getPrimitiveTypeName()) {
      case INT32 ->
          longs(requested, isUnsigned(file) ? LongConversion.UNSIGNED_INT : LongConversion.NONE);
      case INT64 ->
          longs(
              requested,
              isUnsigned(file) ? LongConversion.UNSIGNED_TO_SIGNED : LongConversion.NONE);
      default -> null;
    };
  }

  private static @Nullable ColumnReaderFactory doubleNumber(
      PrimitiveType file, DataType requested) {
    return switch (file.getPrimitiveTypeName()) {
      case DOUBLE, FLOAT -> size -> new DoubleVector(requested, size);
      case INT32 ->
          isInteger(file) && !isUnsigned(file) ? size -> new DoubleVector(requested, size) : null;
      default -> null;
    };
  }

  private static @Nullable ColumnReaderFactory date(PrimitiveType file, DataType requested) {
    LogicalTypeAnnotation annotation = file.getLogicalTypeAnnotation();
    boolean isDate = annotation == null || annotation instanceof DateLogicalTypeAnnotation;
    return isDate && file.getPrimitiveTypeName() == PrimitiveTypeName.INT32
        ? size -> new IntVector(requested, size, LongConversion.NONE)
        : null;
  }

  /**
   * Reads timestamps whether or not the file marks them as adjusted to UTC. The numbers are the
   * same, and some writers omit the mark for columns that are {@code timestamp} in Delta.
   */
  private static @Nullable ColumnReaderFactory timestamp(
      PrimitiveType file, DataType.Primitive requested) {
    LogicalTypeAnnotation annotation = file.getLogicalTypeAnnotation();
    if (file.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return longs(requested, LongConversion.NONE);
    } else if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
      return longs(
          requested,
          switch (timestamp.getUnit()) {
            case MILLIS -> LongConversion.MILLIS_TO_MICROS;
            case MICROS -> LongConversion.NONE;
            case NANOS -> LongConversion.NANOS_TO_MICROS;
          });
    } else if (requested == DataType.Primitive.TIMESTAMP_NTZ
        && annotation instanceof DateLogicalTypeAnnotation) {
      return longs(requested, LongConversion.DAYS_TO_MICROS);
    }
    return null;
  }

  private static ColumnReaderFactory longs(DataType requested, LongConversion conversion) {
    return size -> new LongVector(requested, size, conversion);
  }

  private static @Nullable ColumnReaderFactory decimal(
      PrimitiveType file, DataType.Decimal requested) {
    int scale;
    int digits;
    if (file.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal) {
      scale = decimal.getScale();
      digits = decimal.getPrecision() - scale;
    } else if (isInteger(file) && !isUnsigned(file)) {
      scale = 0;
      digits = digits(file);
    } else {
      return null;
    }
    if (requested.scale() < scale || requested.precision() - requested.scale() < digits) {
      return null;
    }
    return switch (file.getPrimitiveTypeName()) {
      case INT32 -> size -> new LongDecimalVector(requested, size, scale, Integer.BYTES);
      case INT64 -> size -> new LongDecimalVector(requested, size, scale, Long.BYTES);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> size -> new BytesDecimalVector(requested, size, scale);
      default -> null;
    };
  }

  /** Returns the number of decimal digits that the integers of a type can have. */
  private static int digits(PrimitiveType file) {
    if (file.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer) {
      return switch (integer.getBitWidth()) {
        case Byte.SIZE -> 3;
        case Short.SIZE -> 5;
        case Integer.SIZE -> 10;
        default -> 19;
      };
    }
    return file.getPrimitiveTypeName() == PrimitiveTypeName.INT32 ? 10 : 19;
  }

  private static boolean isInteger(PrimitiveType file) {
    LogicalTypeAnnotation annotation = file.getLogicalTypeAnnotation();
    return switch (file.getPrimitiveTypeName()) {
      case INT32, INT64 -> annotation == null || annotation instanceof IntLogicalTypeAnnotation;
      default -> false;
    };
  }

  private static boolean isUnsigned(PrimitiveType file) {
    return file.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
        && !integer.isSigned();
  }

  /** Whether the values are strings, enums, JSON, UUIDs or plain bytes, but not numbers. */
  private static boolean isBytes(PrimitiveType file) {
    LogicalTypeAnnotation annotation = file.getLogicalTypeAnnotation();
    return switch (file.getPrimitiveTypeName()) {
      case BINARY, FIXED_LEN_BYTE_ARRAY ->
          !(annotation instanceof DecimalLogicalTypeAnnotation
              || annotation instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation
              || annotation instanceof LogicalTypeAnnotation.IntervalLogicalTypeAnnotation);
      default -> false;
    };
  }
}
