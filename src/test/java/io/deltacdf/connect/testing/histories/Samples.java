package io.deltacdf.connect.testing.histories;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** Sample values of the types that columns of histories have. */
final class Samples {
  /** The types of columns with structs. */
  static final List<String> STRUCTS =
      List.of(
          "struct<a:int,b:string>",
          "array<struct<a:int,b:string>>",
          "map<string,struct<a:short,b:float>>",
          "struct<a:string,d:struct<a:short,b:decimal(10,2)>>");

  /** The types of added fields. */
  static final List<String> FIELD_TYPES =
      List.of("int", "string", "float", "date", "array<short>", "struct<a:int,b:string>");

  static final String VARIANT = "variant";

  /** The types of columns that are not keys. */
  static final List<String> TYPES =
      List.of(
          "int",
          "string",
          "short",
          "long",
          "float",
          "double",
          "boolean",
          "decimal(10,2)",
          "date",
          "timestamp",
          "binary",
          "array<int>",
          "map<string,int>",
          STRUCTS.get(0),
          STRUCTS.get(1),
          STRUCTS.get(2),
          STRUCTS.get(3),
          VARIANT);

  /** The types that a partition column may have. */
  static final List<String> PARTITION_TYPES = List.of("string", "int", "date", "timestamp");

  /** The type to which each type may be widened. */
  static final Map<String, String> WIDER =
      Map.of("short", "int", "int", "long", "float", "double", "decimal(10,2)", "decimal(14,2)");

  private static final List<String> TEXTS = List.of("a", "b c", "x/y=100%é", "A", "\"q\",|");

  private Samples() {}

  /** Returns null for 0, and otherwise the value of a simple type that belongs to the number. */
  static Object value(String type, int number) {
    if (number == 0) {
      return null;
    }
    return switch (type) {
      case "int", "short", "long", "float", "double" -> number;
      case "string" -> TEXTS.get((number - 1) % TEXTS.size());
      case "boolean" -> number % 2 == 1;
      case "decimal(10,2)", "decimal(14,2)" -> new BigDecimal(number + ".25");
      case "date" -> LocalDate.of(2024, 2, 28).plusDays(number);
      case "timestamp" -> Instant.parse("2024-03-10T10:00:00.12345" + number % 10 + "Z");
      case "binary" -> new byte[] {(byte) number, -1};
      case VARIANT -> Variants.value(number);
      default -> throw new IllegalArgumentException(type);
    };
  }
}
