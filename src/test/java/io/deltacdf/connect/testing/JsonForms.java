package io.deltacdf.connect.testing;

import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.MapType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts values of test tables to the JSON that Connect's JSON converter writes for the
 * connector's default types: decimals and binary values in Base64, dates in days, timestamps in
 * microseconds, and maps without string keys as pairs.
 */
final class JsonForms {
  private JsonForms() {}

  static Map<String, Object> struct(StructType type, Map<?, ?> row) {
    Map<String, Object> struct = new LinkedHashMap<>();
    for (StructField field : type.fields()) {
      struct.put(field.getName(), of(field.getDataType(), row.get(field.getName())));
    }
    return struct;
  }

  private static Object of(DataType type, Object value) {
    if (value == null) {
      return null;
    } else if (type instanceof StructType struct) {
      return struct(struct, (Map<?, ?>) value);
    } else if (type instanceof ArrayType array) {
      List<Object> elements = new ArrayList<>();
      ((List<?>) value).forEach(element -> elements.add(of(array.getElementType(), element)));
      return elements;
    } else if (type instanceof MapType map) {
      return map(map, (Map<?, ?>) value);
    } else if (value instanceof BigDecimal decimal) {
      return Base64.getEncoder().encodeToString(decimal.unscaledValue().toByteArray());
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return Base64.getEncoder().encodeToString(bytes);
    } else if (value instanceof LocalDate date) {
      return date.toEpochDay();
    } else if (value instanceof Instant instant) {
      return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    } else if (value instanceof LocalDateTime local) {
      return ChronoUnit.MICROS.between(Instant.EPOCH, local.toInstant(ZoneOffset.UTC));
    }
    return value;
  }

  private static Object map(MapType type, Map<?, ?> map) {
    if (type.getKeyType() instanceof StringType) {
      Map<String, Object> object = new LinkedHashMap<>();
      map.forEach((key, value) -> object.put((String) key, of(type.getValueType(), value)));
      return object;
    }
    List<Object> pairs = new ArrayList<>();
    map.forEach(
        (key, value) ->
            pairs.add(Arrays.asList(of(type.getKeyType(), key), of(type.getValueType(), value))));
    return pairs;
  }
}
