package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionColumnTest {
  private static PartitionColumn parse(DataType type, boolean nullable, String text) {
    return PartitionColumn.parse(new Field("p", "p", type, nullable), text, CharPadding.NONE);
  }

  @Test
  void C25_emptyTextIsNullExceptForAStringColumnThatIsNotNullable() {
    assertThat(parse(DataType.Primitive.STRING, true, "").isNullAt(0)).isTrue();
    assertThat(parse(DataType.Primitive.STRING, false, "").stringAt(0)).isEmpty();
    assertThat(parse(DataType.Primitive.INTEGER, false, "").isNullAt(0)).isTrue();
    assertThat(parse(DataType.Primitive.STRING, true, null).isNullAt(0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "2024-03-10T10:00:00.123456Z, 2024-03-10T10:00:00.123456Z",
    "2024-03-10 10:00:00.123456, 2024-03-10T10:00:00.123456Z",
    "2024-03-10 10:00:00, 2024-03-10T10:00:00Z",
    "2024-03-10T12:00:00+02:00, 2024-03-10T10:00:00Z",
    "2024-03-10, 2024-03-10T00:00:00Z",
    "1500-01-01 00:00:00.000001, 1500-01-01T00:00:00.000001Z"
  })
  void C45_bothFormsOfATimestampAreTheSameInstant(String text, String instant) {
    Instant expected = Instant.parse(instant);
    long micros = expected.getEpochSecond() * 1_000_000 + expected.getNano() / 1_000;

    assertThat(parse(DataType.Primitive.TIMESTAMP, true, text).longAt(0)).isEqualTo(micros);
  }

  @Test
  void parsesEveryType() {
    assertThat(parse(DataType.Primitive.BOOLEAN, true, "true").booleanAt(0)).isTrue();
    assertThat(parse(DataType.Primitive.BYTE, true, "-128").intAt(0)).isEqualTo(-128);
    assertThat(parse(DataType.Primitive.LONG, true, "9223372036854775807").longAt(0))
        .isEqualTo(Long.MAX_VALUE);
    assertThat(parse(DataType.Primitive.DATE, true, "1969-12-31").intAt(0)).isEqualTo(-1);
    assertThat(parse(DataType.Primitive.DOUBLE, true, "-Infinity").doubleAt(0))
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(parse(DataType.Primitive.FLOAT, true, "1.5").floatAt(0)).isEqualTo(1.5f);
    assertThat(parse(new DataType.Decimal(10, 3), true, "1.5").decimalAt(0))
        .isEqualTo(new BigDecimal("1.500"));
    assertThat(parse(DataType.Primitive.BINARY, true, "ä").bytesAt(0)).hasSize(2);
  }

  @Test
  void rejectsInvalidText() {
    assertThatThrownBy(() -> parse(DataType.Primitive.INTEGER, true, "x"))
        .isInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> parse(DataType.Primitive.BOOLEAN, true, "yes"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
