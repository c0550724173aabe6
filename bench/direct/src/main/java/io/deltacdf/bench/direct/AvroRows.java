package io.deltacdf.bench.direct;

import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Encodes rows of a kernel batch with Avro's generic records. Not thread-safe. */
final class AvroRows {
  private final StructType columns;
  private final Schema schema;
  private final GenericDatumWriter<Object> writer;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
  private BinaryEncoder encoder;

  AvroRows(StructType columns) {
    this.columns = columns;
    List<Schema.Field> fields = fields(columns);
    fields.add(new Schema.Field("_change_type", Schema.create(Schema.Type.STRING)));
    fields.add(new Schema.Field("_commit_version", Schema.create(Schema.Type.LONG)));
    schema = Schema.createRecord("Row", null, "bench", false, fields);
    writer = new GenericDatumWriter<>(schema);
  }

  byte[] encode(ColumnarBatch batch, int row, String changeType, long version) throws IOException {
    GenericData.Record record = new GenericData.Record(schema);
    int n = columns.length();
    for (int i = 0; i < n; i++) {
      Schema field = schema.getFields().get(i).schema();
      record.put(i, value(batch.getColumnVector(i), columns.at(i).getDataType(), field, row));
    }
    record.put(n, changeType);
    record.put(n + 1, version);
    out.reset();
    encoder = EncoderFactory.get().binaryEncoder(out, encoder);
    writer.write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static Object value(ColumnVector vector, DataType type, Schema optional, int row) {
    if (vector.isNullAt(row)) {
      return null;
    }
    if (type instanceof LongType || type instanceof TimestampType) {
      return vector.getLong(row);
    }
    if (type instanceof StringType) {
      return vector.getString(row);
    }
    if (type instanceof DoubleType) {
      return vector.getDouble(row);
    }
    if (type instanceof DateType) {
      return vector.getInt(row);
    }
    if (type instanceof BooleanType) {
      return vector.getBoolean(row);
    }
    if (type instanceof DecimalType) {
      return ByteBuffer.wrap(vector.getDecimal(row).unscaledValue().toByteArray());
    }
    StructType struct = (StructType) type;
    Schema nested = optional.getTypes().get(1);
    GenericData.Record record = new GenericData.Record(nested);
    for (int i = 0; i < struct.length(); i++) {
      Schema field = nested.getFields().get(i).schema();
      record.put(i, value(vector.getChild(i), struct.at(i).getDataType(), field, row));
    }
    return record;
  }

  private static List<Schema.Field> fields(StructType struct) {
    List<Schema.Field> fields = new ArrayList<>();
    for (StructField field : struct.fields()) {
      Schema optional =
          Schema.createUnion(
              Schema.create(Schema.Type.NULL), type(field.getDataType(), field.getName()));
      fields.add(
          new Schema.Field(field.getName(), optional, null, Schema.Field.NULL_DEFAULT_VALUE));
    }
    return fields;
  }

  private static Schema type(DataType type, String name) {
    if (type instanceof StructType struct) {
      return Schema.createRecord(name + "_t", null, "bench", false, fields(struct));
    }
    if (type instanceof LongType || type instanceof TimestampType) {
      return Schema.create(Schema.Type.LONG);
    }
    if (type instanceof StringType) {
      return Schema.create(Schema.Type.STRING);
    }
    if (type instanceof DoubleType) {
      return Schema.create(Schema.Type.DOUBLE);
    }
    if (type instanceof DateType) {
      return Schema.create(Schema.Type.INT);
    }
    if (type instanceof BooleanType) {
      return Schema.create(Schema.Type.BOOLEAN);
    }
    if (type instanceof DecimalType) {
      return Schema.create(Schema.Type.BYTES);
    }
    throw new IllegalArgumentException("no Avro type for " + type);
  }
}
