package io.deltacdf.connect.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.deltacdf.connect.record.value.IsoText;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.io.IOException;
import java.util.List;

/**
 * Creates writers that write values as Spark's {@code toJSON} does with {@code
 * ignoreNullFields=false}: decimals as numbers, NaN and the infinities as strings, binary values in
 * Base64, dates and timestamps in the form of {@link IsoText}, variants as their JSON. Not
 * thread-safe.
 */
final class JsonValues {
  private final StringBuilder iso = new StringBuilder();
  private final char[] chars = new char[40];

  /** Creates a writer for values of a type. */
  JsonValueWriter writer(DataType type) {
    if (type instanceof DataType.Primitive primitive) {
      return primitive(primitive);
    }
    if (type instanceof DataType.Decimal) {
      return (json, column, row) -> json.writeNumber(column.decimalAt(row));
    }
    if (type instanceof DataType.Struct struct) {
      return struct(struct);
    }
    if (type instanceof DataType.Array array) {
      return array(writer(array.element()));
    }
    DataType.Map map = (DataType.Map) type;
    return map(new JsonMapKeys(map.key(), writer(map.key())), writer(map.value()));
  }

  private JsonValueWriter primitive(DataType.Primitive type) {
    return switch (type) {
      case BOOLEAN -> (json, column, row) -> json.writeBoolean(column.booleanAt(row));
      case BYTE, SHORT, INTEGER -> (json, column, row) -> json.writeNumber(column.intAt(row));
      case LONG -> (json, column, row) -> json.writeNumber(column.longAt(row));
      case FLOAT -> (json, column, row) -> json.writeNumber(column.floatAt(row));
      case DOUBLE -> (json, column, row) -> json.writeNumber(column.doubleAt(row));
      case STRING -> JsonValues::writeString;
      case BINARY -> (json, column, row) -> json.writeBinary(column.bytesAt(row));
      case DATE -> (json, column, row) -> writeDate(json, column.intAt(row));
      case TIMESTAMP -> (json, column, row) -> writeTimestamp(json, column.longAt(row));
      case TIMESTAMP_NTZ -> (json, column, row) -> writeTimestampNtz(json, column.longAt(row));
      case VARIANT -> (json, column, row) -> json.writeRawValue(column.stringAt(row));
    };
  }

  /** Writes a timestamp, given in microseconds since the epoch. */
  void writeTimestamp(JsonGenerator json, long micros) throws IOException {
    iso.setLength(0);
    IsoText.appendTimestamp(iso, micros);
    writeIso(json);
  }

  private void writeTimestampNtz(JsonGenerator json, long micros) throws IOException {
    iso.setLength(0);
    IsoText.appendTimestampNtz(iso, micros);
    writeIso(json);
  }

  private void writeDate(JsonGenerator json, int days) throws IOException {
    iso.setLength(0);
    IsoText.appendDate(iso, days);
    writeIso(json);
  }

  private void writeIso(JsonGenerator json) throws IOException {
    iso.getChars(0, iso.length(), chars, 0);
    json.writeString(chars, 0, iso.length());
  }

  private static void writeString(JsonGenerator json, Column column, int row) throws IOException {
    byte[] utf8 = column.bytesAt(row);
    json.writeUTF8String(utf8, 0, utf8.length);
  }

  private JsonValueWriter struct(DataType.Struct type) {
    List<Field> fields = type.fields();
    SerializedString[] names = names(fields);
    JsonValueWriter[] writers = writers(fields);
    return (json, column, row) -> {
      json.writeStartObject();
      for (int i = 0; i < names.length; i++) {
        json.writeFieldName(names[i]);
        writers[i].writeOrNull(json, column.fieldAt(i), row);
      }
      json.writeEndObject();
    };
  }

  private static JsonValueWriter array(JsonValueWriter element) {
    return (json, column, row) -> {
      Column.ArrayView array = column.arrayAt(row);
      json.writeStartArray();
      for (int i = 0; i < array.size(); i++) {
        element.writeOrNull(json, array.elements(), i);
      }
      json.writeEndArray();
    };
  }

  private static JsonValueWriter map(JsonMapKeys keys, JsonValueWriter value) {
    return (json, column, row) -> {
      Column.MapView map = column.mapAt(row);
      json.writeStartObject();
      for (int i = 0; i < map.size(); i++) {
        json.writeFieldName(keys.text(map.keys(), i));
        value.writeOrNull(json, map.values(), i);
      }
      json.writeEndObject();
    };
  }

  static SerializedString[] names(List<Field> fields) {
    return fields.stream()
        .map(field -> new SerializedString(field.name()))
        .toArray(SerializedString[]::new);
  }

  JsonValueWriter[] writers(List<Field> fields) {
    return fields.stream().map(field -> writer(field.type())).toArray(JsonValueWriter[]::new);
  }
}
