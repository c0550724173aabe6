package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.BYTE;
import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static io.deltacdf.connect.table.column.DataType.Primitive.SHORT;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP;
import static io.deltacdf.connect.table.column.DataType.Primitive.TIMESTAMP_NTZ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.table.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that values that a table's type cannot hold are refused before a batch is returned. */
class ValueRangesTest {
  @TempDir Path dir;

  /** Writes values into a column that has the name {@code c}, after a null. */
  private InputFile write(String type, boolean dictionary, Object... values) {
    return FileWriter.write(
        dir.resolve("f.parquet"),
        "message m { optional " + type + "; }",
        values.length + 1,
        builder -> builder.withDictionaryEncoding(dictionary),
        (group, row) -> {
          if (row > 0) {
            add(group, values[row - 1]);
          }
        });
  }

  private static void add(Group group, Object value) {
    if (value instanceof Integer number) {
      group.add("c", (int) number);
    } else if (value instanceof Long number) {
      group.add("c", (long) number);
    } else {
      group.add("c", Binary.fromConstantByteArray((byte[]) value));
    }
  }

  private void assertRefused(InputFile file, DataType type, String value) throws Exception {
    try (ColumnarFile opened =
        ColumnarFile.open(
            file,
            new Footers(new Configuration(false)),
            List.of(Requests.of("c", type)),
            FileRows.NO_VARIANTS,
            RowFilter.ALL)) {
      assertThatThrownBy(opened::next)
          .isInstanceOf(ParquetDecodingException.class)
          .hasMessageContaining("column 'c': ")
          .hasMessageContaining(value);
    }
  }

  private List<Object> read(InputFile file, DataType type) {
    List<Object> values = FileRows.column(file, Requests.of("c", type));
    assertThat(values.get(0)).isNull();
    return values.subList(1, values.size());
  }

  @ParameterizedTest
  @CsvSource({
    "BYTE, 300",
    "BYTE, 128",
    "BYTE, -129",
    "BYTE, 2147483647",
    "SHORT, 32768",
    "SHORT, -32769"
  })
  void anIntegerOutOfRangeIsRefused(DataType.Primitive type, int value) throws Exception {
    for (String column : new String[] {"int32 c", "int32 c (INTEGER(8,true))"}) {
      for (boolean dictionary : new boolean[] {true, false}) {
        assertRefused(write(column, dictionary, 5, value, 6), type, "the value " + value);
      }
    }
  }

  @Test
  void theLimitsOfIntegersAreRead() {
    assertThat(read(write("int32 c", true, 127, -128, 0), BYTE)).containsExactly(127, -128, 0);
    assertThat(read(write("int32 c", false, 32_767, -32_768), SHORT))
        .containsExactly(32_767, -32_768);
    assertThat(read(write("int32 c", false, Integer.MAX_VALUE, Integer.MIN_VALUE), INTEGER))
        .containsExactly(Integer.MAX_VALUE, Integer.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDecimalOutOfRangeIsRefused(boolean dictionary) throws Exception {
    DataType small = new DataType.Decimal(5, 2);
    DataType wide = new DataType.Decimal(6, 3);
    assertRefused(write("int32 c (DECIMAL(5,2))", dictionary, 1, 100_000), small, "1000.00");
    assertRefused(write("int64 c (DECIMAL(5,2))", dictionary, -100_000L), small, "-1000.00");
    // The table's type has a larger scale, but as many digits before the decimal point.
    assertRefused(write("int32 c (DECIMAL(5,2))", dictionary, 100_000), wide, "1000.00");
    for (int padding : new int[] {0, 1, 9, 20}) {
      assertRefused(
          write("binary c (DECIMAL(5,2))", dictionary, padded("100000", padding)),
          small,
          "1000.00 is out of the range of the table's type decimal(5,2)");
      assertRefused(
          write("binary c (DECIMAL(5,2))", dictionary, padded("-100000", padding)),
          small,
          "-1000.00");
      assertThat(
              read(
                  write(
                      "binary c (DECIMAL(5,2))",
                      dictionary,
                      padded("99999", padding),
                      padded("-99999", padding)),
                  wide))
          .containsExactly(new BigDecimal("999.990"), new BigDecimal("-999.990"));
    }
    BigInteger digits = BigInteger.TEN.pow(38);
    DataType longest = new DataType.Decimal(38, 0);
    assertRefused(
        write("fixed_len_byte_array(16) c (DECIMAL(38,0))", dictionary, digits.toByteArray()),
        longest,
        digits.toString());
    BigInteger most = digits.subtract(BigInteger.ONE);
    assertThat(
            read(
                write(
                    "fixed_len_byte_array(16) c (DECIMAL(38,0))",
                    dictionary,
                    most.toByteArray(),
                    most.negate().toByteArray(),
                    padded("-7", 15)),
                longest))
        .containsExactly(new BigDecimal(most), new BigDecimal(most.negate()), new BigDecimal("-7"));
  }

  private static byte[] padded(String number, int padding) {
    BigInteger value = new BigInteger(number);
    byte[] digits = value.toByteArray();
    byte[] bytes = new byte[padding + digits.length];
    Arrays.fill(bytes, 0, padding, (byte) (value.signum() < 0 ? -1 : 0));
    System.arraycopy(digits, 0, bytes, padding, digits.length);
    return bytes;
  }

  @Test
  void allIntegersThatTheTypeHoldsAreRead() {
    DataType type = new DataType.Decimal(20, 0);
    assertThat(read(write("int64 c", false, Long.MAX_VALUE, Long.MIN_VALUE), type))
        .containsExactly(BigDecimal.valueOf(Long.MAX_VALUE), BigDecimal.valueOf(Long.MIN_VALUE));
    assertThat(read(write("int64 c (DECIMAL(18,0))", false, 999_999_999_999_999_999L), type))
        .containsExactly(BigDecimal.valueOf(999_999_999_999_999_999L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDecimalOfNoBytesIsRefused(boolean dictionary) throws Exception {
    assertRefused(
        write("binary c (DECIMAL(5,2))", dictionary, new byte[] {5}, new byte[0]),
        new DataType.Decimal(5, 2),
        "a decimal has no bytes");
  }

  @Test
  void aTimestampOutOfRangeIsRefused() throws Exception {
    byte[] int96 =
        ByteBuffer.allocate(12)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(0)
            .putInt(Integer.MAX_VALUE)
            .array();
    assertRefused(write("int96 c", false, int96), TIMESTAMP, "out of the range of timestamps");
    assertRefused(
        write("int64 c (TIMESTAMP(MILLIS,true))", false, Long.MAX_VALUE),
        TIMESTAMP,
        "the value 9223372036854775807 is out of the range of timestamps");
    assertRefused(
        write("int32 c (DATE)", false, Integer.MAX_VALUE),
        TIMESTAMP_NTZ,
        "the value 2147483647 is out of the range of timestamps");
  }
}
