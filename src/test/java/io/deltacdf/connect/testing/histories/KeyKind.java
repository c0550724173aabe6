package io.deltacdf.connect.testing.histories;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/** The types of the key columns. In the model, a key is a number from 0 to {@link #COUNT} - 1. */
public enum KeyKind {
  LONG("long"),
  INT("int"),
  STRING("string"),
  DATE("date"),
  DECIMAL("decimal(10,2)"),
  PAIR("int", "string"),
  LONG_OR_NULL("long"),
  PAIR_OR_NULLS("int", "string");

  static final List<KeyKind> WITH_NULLS = List.of(LONG_OR_NULL, PAIR_OR_NULLS);
  static final List<KeyKind> WITHOUT_NULLS = List.of(LONG, INT, STRING, DATE, DECIMAL, PAIR);

  /** The number of keys. It is small, so that different edits affect the same rows. */
  static final int COUNT = 12;

  private final List<String> types;

  KeyKind(String... types) {
    this.types = List.of(types);
  }

  List<String> types() {
    return types;
  }

  /** Returns the names of the key columns in the first version of the table. */
  List<String> names() {
    return List.of("id", "sub").subList(0, types.size());
  }

  /** Returns the values of the key columns for the number of a key. */
  List<Object> values(int number) {
    return switch (this) {
      case LONG, INT -> List.of(number - 2);
      case STRING -> List.of("k" + number + (number % 3 == 0 ? "é|" : ""));
      case DATE -> List.of(LocalDate.of(1970, 1, 6).minusDays(number));
      case DECIMAL -> List.of(new BigDecimal(number + ".50"));
      case PAIR -> List.of(number / 3, "s" + number % 3);
      case LONG_OR_NULL -> Arrays.asList(number == 4 ? null : (Object) number);
      case PAIR_OR_NULLS ->
          Arrays.asList(
              number % 5 == 0 ? null : (Object) number, number % 3 == 0 ? null : "s" + number);
    };
  }

  /** Returns whether a column of the key is null. */
  public boolean hasNull(int number) {
    return values(number).contains(null);
  }
}
