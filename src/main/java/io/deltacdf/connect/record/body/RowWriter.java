package io.deltacdf.connect.record.body;

import io.deltacdf.connect.avro.binary.AvroBuffer;
import io.deltacdf.connect.avro.schema.AvroSchemas;
import io.deltacdf.connect.avro.schema.AvroSettings;
import io.deltacdf.connect.avro.value.ConnectEncoder;
import io.deltacdf.connect.record.value.NullableConverter;
import io.deltacdf.connect.record.value.RecordSize;
import io.deltacdf.connect.record.value.StructConverter;
import io.deltacdf.connect.table.column.BoundColumns;
import io.deltacdf.connect.table.column.BytesSink;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.util.List;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as Avro's binary form of the values that converters would make. Values of which
 * Connect has another form than the column, and arrays and maps, are converted first. Not
 * thread-safe.
 */
public final class RowWriter {
  private static final int NULL_BRANCH = 0;
  private static final int VALUE_BRANCH = 1;

  /** Names of schemas do not matter here, so those that Avro does not allow may be changed. */
  private static final AvroSettings SETTINGS = new AvroSettings(false, false, true, false);

  private final AvroBuffer out;
  private final BytesSink bytes;
  private final BytesSink text;
  private final RecordSize unused = new RecordSize();
  private final boolean plainFloats;
  private final FieldWriter[] fields;

  /**
   * @param out the buffer to which all rows are written
   * @param types the types of the columns
   * @param schema the schema of the rows, whose first fields are the columns
   * @param converters the converters of the columns
   * @param plainFloats whether all values of floating-point numbers stay as they are
   */
  public RowWriter(
      AvroBuffer out,
      List<DataType> types,
      Schema schema,
      NullableConverter[] converters,
      boolean plainFloats) {
    this.out = out;
    this.plainFloats = plainFloats;
    this.bytes = out::writeBytes;
    this.text = new TextSink(out);
    this.fields = fields(types, schema.fields(), converters);
  }

  /**
   * Writes the columns of a row.
   *
   * @param columns the columns, in the order of the types
   */
  public void write(Column[] columns, int row) {
    write(fields, columns, row);
  }

  /** Creates an encoder of values that do not come from columns. */
  public static ConnectEncoder encoder(Schema schema) {
    return ConnectEncoder.of(schema, AvroSchemas.of(schema, SETTINGS), SETTINGS);
  }

  /** Returns the bytes of the values of a struct from a field on. */
  public static byte[] encode(Schema struct, @Nullable Object[] values, int from) {
    AvroBuffer out = new AvroBuffer(64);
    for (int i = from; i < values.length; i++) {
      Object value = values[i];
      if (value == null) {
        out.writeBranch(NULL_BRANCH);
      } else {
        encoder(struct.fields().get(i).schema()).encode(value, out);
      }
    }
    return out.toByteArray();
  }

  private static void write(FieldWriter[] fields, Column[] columns, int row) {
    for (int i = 0; i < fields.length; i++) {
      fields[i].write(columns[i], row);
    }
  }

  private FieldWriter[] fields(
      List<DataType> types, List<Field> schemas, NullableConverter[] converters) {
    FieldWriter[] writers = new FieldWriter[converters.length];
    for (int i = 0; i < writers.length; i++) {
      writers[i] = field(types.get(i), schemas.get(i).schema(), converters[i]);
    }
    return writers;
  }

  private FieldWriter field(DataType type, Schema schema, NullableConverter converter) {
    ColumnWriter direct =
        converter.converter() instanceof StructConverter struct
            ? struct((DataType.Struct) type, schema, struct)
            : direct(type, schema);
    if (direct == null) {
      return converted(schema, converter);
    }
    if (!schema.isOptional()) {
      return (column, row) -> {
        if (!converter.isNullAt(column, row)) {
          direct.write(column, row);
        }
      };
    }
    return (column, row) -> {
      if (converter.isNullAt(column, row)) {
        out.writeBranch(NULL_BRANCH);
      } else {
        out.writeBranch(VALUE_BRANCH);
        direct.write(column, row);
      }
    };
  }

  private ColumnWriter struct(DataType.Struct type, Schema schema, StructConverter converter) {
    NullableConverter[] converters = converter.converters();
    FieldWriter[] writers =
        fields(
            type.fields().stream().map(field -> field.type()).toList(),
            schema.fields(),
            converters);
    BoundColumns bound = BoundColumns.first(converters.length);
    return (column, row) -> write(writers, bound.fieldsOf(column), row);
  }

  private FieldWriter converted(Schema schema, NullableConverter converter) {
    ConnectEncoder encoder = encoder(schema);
    return (column, row) -> {
      Object value = converter.convert(column, row, unused);
      if (value == null) {
        out.writeBranch(NULL_BRANCH);
      } else {
        encoder.encode(value, out);
      }
    };
  }

  /** Returns a writer of values of which Connect has the same form as the column; or null. */
  private @Nullable ColumnWriter direct(DataType type, Schema schema) {
    if (type instanceof DataType.Decimal) {
      return Decimal.LOGICAL_NAME.equals(schema.name())
          ? (column, row) -> column.copyUnscaled(row, bytes)
          : null;
    }
    if (!(type instanceof DataType.Primitive primitive)
        || Date.LOGICAL_NAME.equals(schema.name())
        || Timestamp.LOGICAL_NAME.equals(schema.name())) {
      return null;
    }
    return switch (primitive) {
      case BOOLEAN -> (column, row) -> out.writeBoolean(column.booleanAt(row));
      case BYTE, SHORT, INTEGER -> (column, row) -> out.writeInt(column.intAt(row));
      case LONG -> (column, row) -> out.writeLong(column.longAt(row));
      case FLOAT ->
          plainFloats && schema.type() == Schema.Type.FLOAT32
              ? (column, row) -> out.writeFloat(column.floatAt(row))
              : null;
      case DOUBLE ->
          plainFloats && schema.type() == Schema.Type.FLOAT64
              ? (column, row) -> out.writeDouble(column.doubleAt(row))
              : null;
      case STRING, VARIANT -> (column, row) -> column.copyText(row, text, bytes);
      case BINARY ->
          schema.type() == Schema.Type.BYTES ? (column, row) -> column.copyBytes(row, bytes) : null;
      case DATE ->
          schema.type() == Schema.Type.INT32
              ? (column, row) -> out.writeInt(column.intAt(row))
              : null;
      case TIMESTAMP, TIMESTAMP_NTZ ->
          schema.type() == Schema.Type.INT64
              ? (column, row) -> out.writeLong(column.longAt(row))
              : null;
    };
  }
}
