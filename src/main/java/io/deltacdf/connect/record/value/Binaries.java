package io.deltacdf.connect.record.value;

import io.deltacdf.connect.config.RecordConfig.BinaryHandling;
import java.util.Base64;
import java.util.HexFormat;
import org.apache.kafka.connect.data.SchemaBuilder;

/** Schemas and converters of binary values, as {@code binary.handling.mode} says. */
public final class Binaries {
  private Binaries() {}

  public static SchemaBuilder schema(BinaryHandling handling) {
    return handling == BinaryHandling.BYTES ? SchemaBuilder.bytes() : SchemaBuilder.string();
  }

  public static ValueConverter converter(BinaryHandling handling) {
    if (handling == BinaryHandling.BYTES) {
      return (column, row, size) -> {
        byte[] bytes = column.bytesAt(row);
        size.addBytes(bytes.length);
        return bytes;
      };
    }
    return (column, row, size) -> {
      String text = text(column.bytesAt(row), handling);
      size.addString(text);
      return text;
    };
  }

  /** Returns the value as text: in Base64 if the handling mode keeps bytes. */
  public static String text(byte[] bytes, BinaryHandling handling) {
    return switch (handling) {
      case BYTES, BASE64 -> Base64.getEncoder().encodeToString(bytes);
      case BASE64_URL_SAFE -> Base64.getUrlEncoder().encodeToString(bytes);
      case HEX -> HexFormat.of().formatHex(bytes);
    };
  }
}
