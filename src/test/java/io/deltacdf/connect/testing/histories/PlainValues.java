package io.deltacdf.connect.testing.histories;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/**
 * Converts the values of the model, of a table's rows and of records to one form, so that they can
 * be compared even if their types have different widths. Numbers become decimals without trailing
 * zeros, dates and timestamps become days and microseconds since the epoch, and bytes become
 * hexadecimal text. Structs and maps omit null values.
 */
public final class PlainValues {
  private PlainValues() {}

  public static Object plain(Object value) {
    if (value instanceof Number number) {
      BigDecimal decimal = new BigDecimal(number.toString());
      return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    } else if (value instanceof LocalDate date) {
      return plain(date.toEpochDay());
    } else if (value instanceof Instant instant) {
      return plain(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof List<?> list) {
      List<Object> plain = new ArrayList<>();
      list.forEach(element -> plain.add(plain(element)));
      return plain;
    } else if (value instanceof Map<?, ?> map) {
      Map<String, Object> plain = new TreeMap<>();
      map.forEach((name, element) -> put(plain, (String) name, element));
      return plain;
    } else if (value instanceof Struct struct) {
      Map<String, Object> plain = new TreeMap<>();
      for (Field field : struct.schema().fields()) {
        put(plain, field.name(), struct.get(field));
      }
      return plain;
    }
    return value;
  }

  private static void put(Map<String, Object> plain, String name, Object value) {
    if (value != null) {
      plain.put(name, plain(value));
    }
  }
}
