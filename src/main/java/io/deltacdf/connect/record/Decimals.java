package io.deltacdf.connect.record;

import io.deltacdf.connect.config.RecordConfig.DecimalHandling;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Decimals as {@code decimal.handling.mode} says. */
final class Decimals {
  /** Where Avro converters and Debezium's sinks look for the precision. */
  static final String PRECISION = "connect.decimal.precision";

  /** A BigDecimal and its BigInteger. */
  private static final int DECIMAL_BYTES = 72;

  private Decimals() {}

  static SchemaBuilder schema(DataType.Decimal type, DecimalHandling handling) {
    return switch (handling) {
      case PRECISE ->
          Decimal.builder(type.scale()).parameter(PRECISION, Integer.toString(type.precision()));
      case STRING -> SchemaBuilder.string();
      case DOUBLE -> SchemaBuilder.float64();
    };
  }

  static ValueConverter writer(DecimalHandling handling) {
    return switch (handling) {
      case PRECISE ->
          (column, row, size) -> {
            BigDecimal decimal = column.decimalAt(row);
            size.addBytes(DECIMAL_BYTES);
            return decimal;
          };
      case STRING ->
          (column, row, size) -> {
            String text = column.decimalAt(row).toPlainString();
            size.addString(text);
            return text;
          };
      case DOUBLE -> (column, row, size) -> column.decimalAt(row).doubleValue();
    };
  }
}
