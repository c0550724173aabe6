package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.DataType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * How a leaf is read as one of the table's types: the identities and the widenings that Delta's
 * type widening allows, and the forms that writers give to timestamps and decimals.
 */
@FunctionalInterface
interface ColumnReaderFactory {
  /** A vector that the leaf's pages can be read into. */
  LeafVector vector(int capacity);

  /**
   * The way from a file's type to a table's.
   *
   * @throws UnreadableColumnException where there is none
   */
  static ColumnReaderFactory of(String column, PrimitiveType file, DataType wanted) {
    ColumnReaderFactory type =
        wanted instanceof DataType.Decimal decimal
            ? decimal(file, decimal)
            : primitive(file, wanted);
    if (type == null) {
      throw new UnreadableColumnException(column, file, wanted);
    }
    return type;
  }

  private static ColumnReaderFactory primitive(PrimitiveType file, DataType wanted) {
    if (!(wanted instanceof DataType.Primitive primitive)) {
      return null;
    }
    PrimitiveTypeName physical = file.getPrimitiveTypeName();
    return switch (primitive) {
      case BOOLEAN ->
          physical == PrimitiveTypeName.BOOLEAN ? size -> new BooleanVector(wanted, size) : null;
      case BYTE, SHORT, INTEGER -> integer(file, primitive);
      case LONG -> longInteger(file, wanted);
      case FLOAT ->
          physical == PrimitiveTypeName.FLOAT ? size -> new FloatVector(wanted, size) : null;
      case DOUBLE -> doubleNumber(file, wanted);
      case STRING, BINARY -> isBytes(file) ? size -> new BytesVector(wanted, size) : null;
      case DATE -> date(file, wanted);
      case TIMESTAMP, TIMESTAMP_NTZ -> timestamp(file, primitive);
      case VARIANT -> null;
    };
  }

  private static ColumnReaderFactory integer(PrimitiveType file, DataType.Primitive wanted) {
    if (file.getPrimitiveTypeName() != PrimitiveTypeName.INT32 || !isInteger(file)) {
      return null;
    }
    LongConversion conversion = LongConversion.NONE;
    if (isUnsigned(file)) {
      conversion =
          switch (wanted) {
            case BYTE -> LongConversion.UNSIGNED_TO_BYTE;
            case SHORT -> LongConversion.UNSIGNED_TO_SHORT;
            default -> LongConversion.UNSIGNED_TO_SIGNED;
          };
    }
    LongConversion chosen = conversion;
    return size -> new IntVector(wanted, size, chosen);
  }

  private static ColumnReaderFactory longInteger(PrimitiveType file, DataType wanted) {
    if (!isInteger(file)) {
      return null;
    }
    return switch (file.getPrimitiveTypeName()) {
      case INT32 ->
          longs(wanted, isUnsigned(file) ? LongConversion.UNSIGNED_INT : LongConversion.NONE);
      case INT64 ->
          longs(wanted, isUnsigned(file) ? LongConversion.UNSIGNED_TO_SIGNED : LongConversion.NONE);
      default -> null;
    };
  }

  private static ColumnReaderFactory doubleNumber(PrimitiveType file, DataType wanted) {
    return switch (file.getPrimitiveTypeName()) {
      case DOUBLE, FLOAT -> size -> new DoubleVector(wanted, size);
      case INT32 ->
          isInteger(file) && !isUnsigned(file) ? size -> new DoubleVector(wanted, size) : null;
      default -> null;
    };
  }

  private static ColumnReaderFactory date(PrimitiveType file, DataType wanted) {
    LogicalTypeAnnotation annotation = file.getLogicalTypeAnnotation();
    boolean isDate = annotation == null || annotation instanceof DateLogicalTypeAnnotation;
    return isDate && file.getPrimitiveTypeName() == PrimitiveTypeName.INT32
        ? size -> new IntVector(wanted, size, LongConversion.NONE)
        : null;
  }

  /**
   * Whether a file's timestamps are adjusted to UTC plays no part: the number is the same, and some
   * writers leave the mark out of columns that Delta knows as {@code timestamp}.
   */
  private static ColumnReaderFactory timestamp(PrimitiveType file, DataType.Primitive wanted) {
    LogicalTypeAnnotation annotation = file.getLogicalTypeAnnotation();
    if (file.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
      return longs(wanted, LongConversion.NONE);
    } else if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
      return longs(
          wanted,
          switch (timestamp.getUnit()) {
            case MILLIS -> LongConversion.MILLIS_TO_MICROS;
            case MICROS -> LongConversion.NONE;
            case NANOS -> LongConversion.NANOS_TO_MICROS;
          });
    } else if (wanted == DataType.Primitive.TIMESTAMP_NTZ
        && annotation instanceof DateLogicalTypeAnnotation) {
      return longs(wanted, LongConversion.DAYS_TO_MICROS);
    }
    return null;
  }

  private static ColumnReaderFactory longs(DataType wanted, LongConversion conversion) {
    return size -> new LongVector(wanted, size, conversion);
  }

  private static ColumnReaderFactory decimal(PrimitiveType file, DataType.Decimal wanted) {
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
    if (wanted.scale() < scale || wanted.precision() - wanted.scale() < digits) {
      return null;
    }
    return switch (file.getPrimitiveTypeName()) {
      case INT32, INT64 -> size -> new LongDecimalVector(wanted, size, scale);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> size -> new BytesDecimalVector(wanted, size, scale);
      default -> null;
    };
  }

  /** The digits that the integers of a type may have. */
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

  /** Strings, enums, JSON, UUIDs and plain bytes; numbers in bytes are none. */
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
