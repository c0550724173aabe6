package io.deltacdf.connect.testing.fuzz;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats rows of Delta Kernel as {@link io.deltacdf.connect.table.RowText} formats ours. */
final class KernelRowText {
  private KernelRowText() {}

  static String of(Map<String, Object> row) {
    return row.entrySet().stream()
        .map(field -> field.getKey() + "=" + value(field.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String value(Object value) {
    if (value instanceof Map<?, ?> struct) {
      return struct.entrySet().stream()
          .map(field -> field.getKey() + ":" + value(field.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    } else if (value instanceof List<?> list) {
      return list.stream().map(KernelRowText::value).toList().toString();
    } else if (value instanceof Instant instant) {
      return String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, instant));
    } else if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return Base64.getEncoder().encodeToString(bytes);
    }
    return String.valueOf(value);
  }
}
