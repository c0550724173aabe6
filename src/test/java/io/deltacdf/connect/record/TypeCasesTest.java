package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import java.math.BigDecimal;
import java.util.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reported cases of values that lose digits. */
@SuppressWarnings("JavaUtilDate") // Connect's logical types use it.
class TypeCasesTest {
  /** 2024-03-10T10:00:56.123456Z. */
  private static final long MICROS = 1_710_064_856_123_456L;

  private static Struct row(DataType type, Object value, String... options) {
    return (Struct)
        new RecordFixture("id", options)
            .create(schema(field("id", Primitive.LONG), field("v", type)), 1L, value)
            .value();
  }

  @Test
  void C47_microsecondsAreTruncatedOnlyOnRequest() {
    for (DataType type : new DataType[] {Primitive.TIMESTAMP, Primitive.TIMESTAMP_NTZ}) {
      assertThat(row(type, MICROS).getInt64("v")).isEqualTo(MICROS);
      assertThat(row(type, MICROS, "time.precision.mode", "isostring").getString("v"))
          .contains("56.123456");
      assertThat(row(type, MICROS, "time.precision.mode", "connect").get("v"))
          .isEqualTo(new Date(MICROS / 1000));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "15, 3, 123456789012.345",
    "15, 3, -0.001",
    "15, 3, 0.000",
    "38, 18, 99999999999999999999.999999999999999999",
    "38, 18, -1.500000000000000000",
    "10, 0, 7"
  })
  void C49_decimalsHaveTheScaleOfTheirColumn(int precision, int scale, BigDecimal value) {
    Struct precise = row(decimal(precision, scale), value);
    Schema schema = precise.schema().field("v").schema();
    assertThat(schema.name()).isEqualTo(Decimal.LOGICAL_NAME);
    assertThat(schema.parameters()).containsEntry(Decimal.SCALE_FIELD, String.valueOf(scale));
    assertThat(precise.get("v")).isEqualTo(value);

    Struct text = row(decimal(precision, scale), value, "decimal.handling.mode", "string");
    Field field = text.schema().field("v");
    assertThat(field.schema().type()).isEqualTo(Schema.Type.STRING);
    assertThat(text.getString("v")).isEqualTo(value.toPlainString());
  }
}
