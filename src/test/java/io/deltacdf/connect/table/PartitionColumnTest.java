package io.deltacdf.connect.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.Field;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
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

  @ParameterizedTest
  @CsvSource({
    "10000-01-01 01:59:59.999999, +10000-01-01T01:59:59.999999Z",
    "+10000-01-01T01:59:59.999999Z, +10000-01-01T01:59:59.999999Z",
    "294247-01-10 04:00:54.775807, +294247-01-10T04:00:54.775807Z",
    "-0044-03-15 12:00:00, -0044-03-15T12:00:00Z",
    "0001-01-01 00:00:00, 0001-01-01T00:00:00Z",
    "2024, 2024-01-01T00:00:00Z",
    "2024-3, 2024-03-01T00:00:00Z",
    "2024-3-1 4:5:6.7, 2024-03-01T04:05:06.7Z",
    "2024-03-10T, 2024-03-10T00:00:00Z",
    "2024-03-10 10, 2024-03-10T10:00:00Z",
    "2024-03-10 10:00, 2024-03-10T10:00:00Z",
    "1969-12-31 23:59:59.999999999, 1969-12-31T23:59:59.999999Z",
    "2024-03-10 12:00:00+2:0, 2024-03-10T10:00:00Z",
    "2024-03-10 12:00:00 +02, 2024-03-10T10:00:00Z",
    "2024-03-10 11:00:00 Europe/Berlin, 2024-03-10T10:00:00Z",
    "2024-03-10 10:00:00 UTC, 2024-03-10T10:00:00Z",
    "2024-03-10 12:00:00GMT+02:00, 2024-03-10T10:00:00Z"
  })
  void readsEveryFormOfATimestampThatSparkReads(String text, String instant) {
    Instant expected = Instant.parse(instant);
    long micros = expected.getEpochSecond() * 1_000_000 + expected.getNano() / 1_000;

    assertThat(parse(DataType.Primitive.TIMESTAMP, true, text).longAt(0)).isEqualTo(micros);
  }

  @Test
  void aTimeZoneInATimestampWithoutTimeZoneIsIgnored() {
    assertThat(parse(DataType.Primitive.TIMESTAMP_NTZ, true, "1970-01-01 00:00:01+05:00").longAt(0))
        .isEqualTo(1_000_000);
    assertThat(parse(DataType.Primitive.TIMESTAMP_NTZ, true, "10000-01-01 00:00:00").longAt(0))
        .isEqualTo(LocalDate.of(10000, 1, 1).toEpochDay() * 86_400_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "10000-01-01, +10000-01-01",
    "+12345-06-07, +12345-06-07",
    "5881580-07-11, +5881580-07-11",
    "-0044-03-15, -0044-03-15",
    "2024, 2024-01-01",
    "2024-2, 2024-02-01",
    "2024-2-3, 2024-02-03",
    "2024-02-03 04:05:06, 2024-02-03",
    "2024-02-03T04:05:06Z, 2024-02-03"
  })
  void readsEveryFormOfADateThatSparkReads(String text, String date) {
    assertThat(parse(DataType.Primitive.DATE, true, text).intAt(0))
        .isEqualTo((int) LocalDate.parse(date).toEpochDay());
  }

  @ParameterizedTest
  @CsvSource({
    "BYTE, 300",
    "BYTE, 128",
    "BYTE, -129",
    "SHORT, 32768",
    "SHORT, -32769",
    "INTEGER, 2147483648",
    "INTEGER, -2147483649",
    "LONG, 9223372036854775808",
    "FLOAT, 1e39",
    "DOUBLE, -1e309",
    "DATE, 5881580-07-12",
    "DATE, 2024-02-30",
    "DATE, 24-02-03",
    "TIMESTAMP, 294247-01-10 04:00:54.775808",
    "TIMESTAMP, 2024-01-01 25:00:00",
    "TIMESTAMP, 2024-01-01 10:00:00 Nowhere/City",
    "TIMESTAMP_NTZ, 2024-01-01 10:00:00x",
    "TIMESTAMP, 10:00:00"
  })
  void rejectsWhatTheTypeCannotHold(DataType.Primitive type, String text) {
    assertThatThrownBy(() -> parse(type, true, text)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void readsTheLimitsOfEachInteger() {
    assertThat(parse(DataType.Primitive.BYTE, true, "127").intAt(0)).isEqualTo(127);
    assertThat(parse(DataType.Primitive.SHORT, true, "-32768").intAt(0)).isEqualTo(-32768);
    assertThat(parse(DataType.Primitive.INTEGER, true, "2147483647").intAt(0))
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(parse(DataType.Primitive.INTEGER, true, "-2147483648").intAt(0))
        .isEqualTo(Integer.MIN_VALUE);
  }

  @Test
  void rejectsDecimalsPastTheirPrecisionOrScale() {
    DataType type = new DataType.Decimal(4, 2);

    assertThat(parse(type, true, "-99.99").decimalAt(0)).isEqualTo(new BigDecimal("-99.99"));
    assertThat(parse(type, true, "1.5000").decimalAt(0)).isEqualTo(new BigDecimal("1.50"));
    assertThatThrownBy(() -> parse(type, true, "100.00"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100.00");
    assertThatThrownBy(() -> parse(type, true, "1.005")).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> parse(type, true, "1e3")).isInstanceOf(RuntimeException.class);
  }

  @ParameterizedTest
  @CsvSource({"inf, Infinity", "-inf, -Infinity", "NaN, NaN", "nan, NaN", "-Infinity, -Infinity"})
  void readsNanAndInfinitiesAsAllWritersSpellThem(String text, double value) {
    assertThat((Object) parse(DataType.Primitive.DOUBLE, true, text).doubleAt(0)).isEqualTo(value);
    assertThat((Object) parse(DataType.Primitive.FLOAT, true, text).floatAt(0))
        .isEqualTo((float) value);
  }

  @Test
  void rejectsInvalidText() {
    assertThatThrownBy(() -> parse(DataType.Primitive.INTEGER, true, "x"))
        .isInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> parse(DataType.Primitive.BOOLEAN, true, "yes"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
