package io.deltacdf.connect.record.value;

import io.deltacdf.connect.config.RecordConfig.DecimalHandling;
import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Schemas and converters of decimals, as {@code decimal.handling.mode} says. */
public final class Decimals {
  /** The schema parameter from which Avro converters and Debezium's sinks read the precision. */
  static final String PRECISION = "connect.decimal.precision";

  /** What a BigDecimal and its BigInteger hold on the heap. */
  private static final int DECIMAL_BYTES = 72;

  private Decimals() {}

  public static SchemaBuilder schema(DataType.Decimal type, DecimalHandling handling) {
    return switch (handling) {
      case PRECISE ->
          Decimal.builder(type.scale()).parameter(PRECISION, Integer.toString(type.precision()));
      case STRING -> SchemaBuilder.string();
      case DOUBLE -> SchemaBuilder.float64();
    };
  }

  public static ValueConverter converter(DecimalHandling handling) {
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
