package io.deltacdf.connect.testing.tables;

import static org.apache.parquet.schema.LogicalTypeAnnotation.dateType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.FLOAT;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT96;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.FloatType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampNTZType;
import io.delta.kernel.types.TimestampType;
import io.delta.kernel.types.VariantType;
import java.math.BigInteger;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.PrimitiveBuilder;

/**
 * Converts Delta types to Parquet types, as Spark does: three-level lists, {@code key_value} maps,
 * and decimals as INT32 for up to 9 digits, as INT64 for up to 18 digits, and as fixed-length bytes
 * for more.
 */
final class ParquetTypes {
  private final FileOptions options;

  private ParquetTypes(FileOptions options) {
    this.options = options;
  }

  static MessageType message(StructType schema, FileOptions options) {
    Types.MessageTypeBuilder message = Types.buildMessage();
    ParquetTypes types = new ParquetTypes(options);
    for (StructField field : schema.fields()) {
      String name =
          options.parquetNames.getOrDefault(field.getName(), ColumnMappings.physicalName(field));
      message.addField(types.field(field, name));
    }
    return message.named("spark_schema");
  }

  /** Returns the number of bytes that an unscaled decimal of this precision needs. */
  static int decimalBytes(int precision) {
    return BigInteger.TEN.pow(precision).bitLength() / 8 + 1;
  }

  private Type field(StructField field, String name) {
    Type type = type(field.getDataType(), repetition(field.isNullable()), name);
    Integer id = ColumnMappings.id(field);
    return id == null ? type : type.withId(id);
  }

  private static Repetition repetition(boolean nullable) {
    return nullable ? Repetition.OPTIONAL : Repetition.REQUIRED;
  }

  private Type type(DataType type, Repetition repetition, String name) {
    if (type instanceof StructType structType) {
      Types.GroupBuilder<org.apache.parquet.schema.GroupType> group = Types.buildGroup(repetition);
      for (StructField field : structType.fields()) {
        group.addField(field(field, ColumnMappings.physicalName(field)));
      }
      return group.named(name);
    }
    if (type instanceof ArrayType array) {
      Type element = type(array.getElementType(), repetition(array.containsNull()), "element");
      return Types.list(repetition).element(element).named(name);
    }
    if (type instanceof MapType map) {
      return Types.map(repetition)
          .key(type(map.getKeyType(), Repetition.REQUIRED, "key"))
          .value(type(map.getValueType(), repetition(map.isValueContainsNull()), "value"))
          .named(name);
    }
    if (type instanceof VariantType) {
      return Types.buildGroup(repetition)
          .required(BINARY)
          .named("value")
          .required(BINARY)
          .named("metadata")
          .named(name);
    }
    return primitive(type, repetition).named(name);
  }

  private PrimitiveBuilder<PrimitiveType> primitive(DataType type, Repetition repetition) {
    if (type instanceof BooleanType) {
      return Types.primitive(BOOLEAN, repetition);
    }
    if (type instanceof ByteType) {
      return Types.primitive(INT32, repetition).as(intType(8, true));
    }
    if (type instanceof ShortType) {
      return Types.primitive(INT32, repetition).as(intType(16, true));
    }
    if (type instanceof IntegerType) {
      return Types.primitive(INT32, repetition);
    }
    if (type instanceof LongType) {
      return Types.primitive(INT64, repetition);
    }
    if (type instanceof FloatType) {
      return Types.primitive(FLOAT, repetition);
    }
    if (type instanceof DoubleType) {
      return Types.primitive(DOUBLE, repetition);
    }
    if (type instanceof StringType) {
      return Types.primitive(BINARY, repetition).as(stringType());
    }
    if (type instanceof BinaryType) {
      return Types.primitive(BINARY, repetition);
    }
    if (type instanceof DateType) {
      return Types.primitive(INT32, repetition).as(dateType());
    }
    if (type instanceof TimestampType) {
      return timestamp(repetition);
    }
    if (type instanceof TimestampNTZType) {
      return Types.primitive(INT64, repetition).as(timestampType(false, TimeUnit.MICROS));
    }
    if (type instanceof DecimalType decimalType) {
      return decimal(decimalType, repetition);
    }
    throw new IllegalArgumentException("There is no Parquet type for " + type);
  }

  private PrimitiveBuilder<PrimitiveType> timestamp(Repetition repetition) {
    return switch (options.timestamps) {
      case MICROS -> Types.primitive(INT64, repetition).as(timestampType(true, TimeUnit.MICROS));
      case MILLIS -> Types.primitive(INT64, repetition).as(timestampType(true, TimeUnit.MILLIS));
      case MILLIS_LOCAL ->
          Types.primitive(INT64, repetition).as(timestampType(false, TimeUnit.MILLIS));
      case INT96 -> Types.primitive(INT96, repetition);
    };
  }

  private static PrimitiveBuilder<PrimitiveType> decimal(DecimalType type, Repetition repetition) {
    int precision = type.getPrecision();
    PrimitiveBuilder<PrimitiveType> builder =
        precision <= 9
            ? Types.primitive(INT32, repetition)
            : precision <= 18
                ? Types.primitive(INT64, repetition)
                : Types.primitive(FIXED_LEN_BYTE_ARRAY, repetition).length(decimalBytes(precision));
    return builder.as(decimalType(type.getScale(), precision));
  }
}
