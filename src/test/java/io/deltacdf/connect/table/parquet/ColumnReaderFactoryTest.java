package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.BINARY;
import static io.deltacdf.connect.table.column.DataType.Primitive.BOOLEAN;
import static io.deltacdf.connect.table.column.DataType.Primitive.BYTE;
import static io.deltacdf.connect.table.column.DataType.Primitive.DATE;
import static io.deltacdf.connect.table.column.DataType.Primitive.DOUBLE;
import static io.deltacdf.connect.table.column.DataType.Primitive.FLOAT;
import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.LONG;
import static io.deltacdf.connect.table.column.DataType.Primitive.SHORT;
import static io.deltacdf.connect.table.column.DataType.Primitive.STRING;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP_NTZ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which Parquet types can be read as which table types, and the values that result. */
class ColumnReaderFactoryTest {
  @TempDir Path dir;

  private static DataType decimal(int precision, int scale) {
    return new DataType.Decimal(precision, scale);
  }

  private InputFile file(String type, Object value, boolean dictionary) {
    return FileWriter.write(
        dir.resolve("f.parquet"),
        "message m { required " + type + "; }",
        2,
        builder -> builder.withDictionaryEncoding(dictionary),
        (group, row) -> add(group, value));
  }

  private static void add(Group group, Object value) {
    if (value instanceof Integer number) {
      group.add("v", number);
    } else if (value instanceof Long number) {
      group.add("v", number);
    } else if (value instanceof Float number) {
      group.add("v", number);
    } else if (value instanceof Double number) {
      group.add("v", number);
    } else if (value instanceof Boolean flag) {
      group.add("v", flag);
    } else {
      group.add("v", Binary.fromConstantByteArray((byte[]) value));
    }
  }

  /** Reads the value from a file with a dictionary and from one without. */
  private void assertRead(String type, Object value, DataType requested, Object expected) {
    for (boolean dictionary : new boolean[] {true, false}) {
      assertThat(FileRows.column(file(type, value, dictionary), Requests.of("v", requested)))
          .as(type + " as " + requested)
          .isEqualTo(List.of(expected, expected));
    }
  }

  private void assertUnreadable(String type, Object value, DataType requested) {
    InputFile file = file(type, value, true);
    assertThatThrownBy(() -> FileRows.column(file, Requests.of("v", requested)))
        .as(type + " as " + requested)
        .isInstanceOf(UnreadableColumnException.class)
        .hasMessageContaining("'v'")
        .hasMessageContaining(type)
        .hasMessageContaining(requested.toString());
  }

  @Test
  void integersAreReadAsTheSameOrAWiderType() {
    assertRead("int32 v", -5, INTEGER, -5);
    assertRead("int32 v", -5, BYTE, -5);
    assertRead("int32 v (INTEGER(8,true))", -5, BYTE, -5);
    assertRead("int32 v (INTEGER(8,true))", -5, SHORT, -5);
    assertRead("int32 v (INTEGER(16,true))", -5, INTEGER, -5);
    assertRead("int32 v (INTEGER(32,true))", -5, LONG, -5L);
    assertRead("int32 v", Integer.MIN_VALUE, LONG, (long) Integer.MIN_VALUE);
    assertRead("int64 v", Long.MIN_VALUE, LONG, Long.MIN_VALUE);
    assertRead("int64 v (INTEGER(64,true))", -1L, LONG, -1L);
    assertUnreadable("int64 v", 1L, INTEGER);
    assertUnreadable("int32 v (DATE)", 1, INTEGER);
    assertUnreadable("int64 v (TIMESTAMP(MICROS,true))", 1L, LONG);
    assertUnreadable("int32 v (DECIMAL(5,2))", 1, INTEGER);
    assertUnreadable("float v", 1f, INTEGER);
    assertUnreadable("binary v", new byte[1], LONG);
  }

  @Test
  void unsignedIntegersAreReadIfTheyFit() {
    assertRead("int32 v (INTEGER(8,false))", 127, BYTE, 127);
    assertRead("int32 v (INTEGER(8,false))", 255, SHORT, 255);
    assertRead("int32 v (INTEGER(16,false))", 65_535, INTEGER, 65_535);
    assertRead("int32 v (INTEGER(32,false))", -1, LONG, 4_294_967_295L);
    assertRead("int64 v (INTEGER(64,false))", Long.MAX_VALUE, LONG, Long.MAX_VALUE);
    assertTooLarge("int32 v (INTEGER(8,false))", 128, BYTE);
    assertTooLarge("int32 v (INTEGER(16,false))", 32_768, SHORT);
    assertTooLarge("int32 v (INTEGER(32,false))", -1, INTEGER);
    assertTooLarge("int64 v (INTEGER(64,false))", -1L, LONG);
  }

  private void assertTooLarge(String type, Object value, DataType requested) {
    InputFile file = file(type, value, true);
    assertThatThrownBy(() -> FileRows.column(file, Requests.of("v", requested)))
        .isInstanceOf(ParquetDecodingException.class)
        .hasMessageContaining("column 'v'")
        .hasMessageContaining("cannot hold");
  }

  @Test
  void floatingPointNumbersAreReadAsTheSameOrAWiderType() {
    assertRead("float v", 1.5f, FLOAT, 1.5f);
    assertRead("float v", 0.1f, DOUBLE, (double) 0.1f);
    assertRead("double v", Double.NaN, DOUBLE, Double.NaN);
    assertRead("int32 v", -7, DOUBLE, -7d);
    assertRead("int32 v (INTEGER(16,true))", -7, DOUBLE, -7d);
    assertUnreadable("double v", 1d, FLOAT);
    assertUnreadable("int64 v", 1L, DOUBLE);
    assertUnreadable("fixed_len_byte_array(2) v (FLOAT16)", new byte[2], FLOAT);
    assertUnreadable("fixed_len_byte_array(2) v (FLOAT16)", new byte[2], BINARY);
  }

  @Test
  void textAndBytesAreReadFromAnyBinaryType() {
    byte[] text = {'{', '}'};
    assertRead("binary v (STRING)", text, STRING, "{}");
    assertRead("binary v (ENUM)", text, STRING, "{}");
    assertRead("binary v (JSON)", text, STRING, "{}");
    assertRead("binary v", text, STRING, "{}");
    assertRead("binary v (STRING)", text, BINARY, ByteBuffer.wrap(text));
    assertRead("fixed_len_byte_array(2) v", text, BINARY, ByteBuffer.wrap(text));
    assertRead("boolean v", true, BOOLEAN, true);
    assertUnreadable("binary v (DECIMAL(5,2))", text, STRING);
    assertUnreadable("int32 v", 1, STRING);
    assertUnreadable("int32 v", 1, BOOLEAN);
  }

  @Test
  void datesAreReadWithoutCalendarConversion() {
    assertRead("int32 v (DATE)", -719_529, DATE, -719_529);
    assertRead("int32 v", 3, DATE, 3);
    assertRead("int32 v (DATE)", -1, TIMESTAMP_NTZ, -86_400_000_000L);
    assertUnreadable("int32 v (DATE)", 1, TIMESTAMP);
    assertUnreadable("int64 v", 1L, DATE);
  }

  @Test
  void timestampsOfAllUnitsAreReadAdjustedToUtcOrNot() {
    for (DataType type : List.of(TIMESTAMP, TIMESTAMP_NTZ)) {
      for (String adjusted : List.of("true", "false")) {
        assertRead("int64 v (TIMESTAMP(MILLIS," + adjusted + "))", -1L, type, -1_000L);
        assertRead("int64 v (TIMESTAMP(MICROS," + adjusted + "))", -1L, type, -1L);
        assertRead("int64 v (TIMESTAMP(NANOS," + adjusted + "))", -1L, type, -1L);
        assertRead("int64 v (TIMESTAMP(NANOS," + adjusted + "))", 1_999L, type, 1L);
      }
      byte[] secondBeforeEpoch =
          ByteBuffer.allocate(12)
              .order(java.nio.ByteOrder.LITTLE_ENDIAN)
              .putLong(86_399_000_000_000L)
              .putInt(2_440_587)
              .array();
      assertRead("int96 v", secondBeforeEpoch, type, -1_000_000L);
      assertUnreadable("int64 v", 1L, type);
      assertUnreadable("int64 v (TIME(MICROS,true))", 1L, type);
    }
  }

  @Test
  void decimalsAreReadFromAllPhysicalTypesAndWidened() {
    byte[] minusTwo = {-1, -2};
    assertRead("int32 v (DECIMAL(5,2))", 12, decimal(5, 2), new BigDecimal("0.12"));
    assertRead("int64 v (DECIMAL(15,2))", -12L, decimal(15, 2), new BigDecimal("-0.12"));
    for (long unscaled : new long[] {0, -1, 127, 128, -128, -129, 32_767, 32_768, -(1L << 55)}) {
      assertRead(
          "int64 v (DECIMAL(18,2))", unscaled, decimal(18, 2), BigDecimal.valueOf(unscaled, 2));
    }
    assertRead("binary v (DECIMAL(5,2))", minusTwo, decimal(5, 2), new BigDecimal("-0.02"));
    assertRead(
        "fixed_len_byte_array(2) v (DECIMAL(4,2))",
        minusTwo,
        decimal(4, 2),
        new BigDecimal("-0.02"));
    assertRead("int32 v (DECIMAL(5,2))", 12, decimal(20, 4), new BigDecimal("0.1200"));
    assertRead("int64 v (DECIMAL(15,2))", 12L, decimal(38, 5), new BigDecimal("0.12000"));
    assertRead("binary v (DECIMAL(5,2))", minusTwo, decimal(6, 3), new BigDecimal("-0.020"));
    assertRead("int32 v", 7, decimal(10, 0), new BigDecimal("7"));
    assertRead("int32 v (INTEGER(8,true))", 7, decimal(5, 2), new BigDecimal("7.00"));
    assertRead("int32 v (INTEGER(16,true))", 7, decimal(12, 1), new BigDecimal("7.0"));
    assertRead("int64 v", 7L, decimal(20, 0), new BigDecimal("7"));
    assertUnreadable("int32 v (DECIMAL(5,2))", 12, decimal(5, 1));
    assertUnreadable("int32 v (DECIMAL(5,2))", 12, decimal(5, 3));
    assertUnreadable("int32 v", 12, decimal(9, 0));
    assertUnreadable("int64 v", 12L, decimal(18, 0));
    assertUnreadable("binary v", minusTwo, decimal(5, 2));
    assertUnreadable("double v", 1d, decimal(5, 2));
    assertUnreadable("int32 v (INTEGER(32,false))", 1, decimal(20, 0));
  }
}
