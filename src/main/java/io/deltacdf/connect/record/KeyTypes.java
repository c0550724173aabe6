package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.RecordConfig.DecimalHandling;
import io.deltacdf.connect.config.RecordConfig.TimePrecision;
import io.deltacdf.connect.record.value.Binaries;
import io.deltacdf.connect.record.value.Decimals;
import io.deltacdf.connect.record.value.IsoText;
import io.deltacdf.connect.record.value.Temporals;
import io.deltacdf.connect.record.value.ValueConverter;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import java.util.Locale;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;

/**
 * Schemas and converters of key columns. They are those of the value, with two exceptions. Integers
 * are always INT64, so that widening a column does not change the bytes of its keys. And no mode
 * loses digits, since different rows must not share a key: timestamps keep their microseconds with
 * {@code time.precision.mode=connect}, and decimals their digits with {@code
 * decimal.handling.mode=double}.
 */
final class KeyTypes {
  private final RecordConfig records;

  KeyTypes(RecordConfig records) {
    this.records = records;
  }

  /** Returns whether equal values of the type always have the same form. */
  static boolean isSupported(DataType type) {
    return type instanceof DataType.Decimal
        || (type instanceof Primitive primitive
            && primitive != Primitive.FLOAT
            && primitive != Primitive.DOUBLE
            && primitive != Primitive.VARIANT);
  }

  static boolean isInteger(DataType type) {
    return type == Primitive.BYTE
        || type == Primitive.SHORT
        || type == Primitive.INTEGER
        || type == Primitive.LONG;
  }

  SchemaBuilder schema(DataType type) {
    if (type instanceof DataType.Decimal decimal) {
      return Decimals.schema(decimal, decimalHandling());
    }
    return switch ((Primitive) type) {
      case BOOLEAN -> SchemaBuilder.bool();
      case BYTE, SHORT, INTEGER, LONG -> SchemaBuilder.int64();
      case STRING -> SchemaBuilder.string();
      case BINARY -> Binaries.schema(records.binaryHandling());
      case DATE -> Temporals.date(records.timePrecision());
      case TIMESTAMP -> Temporals.timestamp(timestampPrecision());
      case TIMESTAMP_NTZ -> Temporals.timestampNtz(timestampPrecision());
      case FLOAT, DOUBLE, VARIANT ->
          throw new IllegalArgumentException("No type of a key: " + type);
    };
  }

  ValueConverter converter(DataType type) {
    if (type instanceof DataType.Decimal) {
      return Decimals.converter(decimalHandling());
    }
    return switch ((Primitive) type) {
      case BOOLEAN -> (column, row, size) -> column.booleanAt(row);
      case BYTE, SHORT, INTEGER, LONG -> (column, row, size) -> column.longAt(row);
      case STRING ->
          (column, row, size) -> {
            String text = column.stringAt(row);
            size.addString(text);
            return text;
          };
      case BINARY -> Binaries.converter(records.binaryHandling());
      case DATE -> Temporals.dateConverter(records.timePrecision());
      case TIMESTAMP -> Temporals.timestampConverter(timestampPrecision());
      case TIMESTAMP_NTZ -> Temporals.timestampNtzConverter(timestampPrecision());
      case FLOAT, DOUBLE, VARIANT ->
          throw new IllegalArgumentException("No type of a key: " + type);
    };
  }

  /** Returns what appends the canonical text of a column's values, for keys that are text. */
  KeyText text(DataType type) {
    if (type instanceof DataType.Decimal) {
      return (text, column, row) -> text.append(column.decimalAt(row).toPlainString());
    }
    return switch ((Primitive) type) {
      case BOOLEAN -> (text, column, row) -> text.append(column.booleanAt(row));
      case BYTE, SHORT, INTEGER, LONG -> (text, column, row) -> text.append(column.longAt(row));
      case STRING -> (text, column, row) -> text.append(column.stringAt(row));
      case BINARY ->
          (text, column, row) ->
              text.append(Binaries.text(column.bytesAt(row), records.binaryHandling()));
      case DATE -> (text, column, row) -> IsoText.appendDate(text, column.intAt(row));
      case TIMESTAMP -> (text, column, row) -> IsoText.appendTimestamp(text, column.longAt(row));
      case TIMESTAMP_NTZ ->
          (text, column, row) -> IsoText.appendTimestampNtz(text, column.longAt(row));
      case FLOAT, DOUBLE, VARIANT ->
          throw new IllegalArgumentException("No type of a key: " + type);
    };
  }

  /**
   * Returns the name of a type together with the Connect type of its values, as part of a {@link
   * io.deltacdf.connect.offset.KeyForm}.
   */
  static String form(String name, Schema schema) {
    String type = schema.type().getName();
    return name + " as " + (schema.name() == null ? type : schema.name() + " " + type);
  }

  /** The same for a column whose values become text. */
  String textForm(String name, DataType type) {
    return type == Primitive.BINARY
        ? name + " as " + records.binaryHandling().name().toLowerCase(Locale.ROOT)
        : name;
  }

  private DecimalHandling decimalHandling() {
    return records.decimalHandling() == DecimalHandling.DOUBLE
        ? DecimalHandling.PRECISE
        : records.decimalHandling();
  }

  private TimePrecision timestampPrecision() {
    return records.timePrecision() == TimePrecision.CONNECT
        ? TimePrecision.ADAPTIVE
        : records.timePrecision();
  }
}
