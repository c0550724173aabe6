package io.deltacdf.connect.testing.histories;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/** What the key columns are; keys are numbers from 0 to {@link #COUNT} - 1 to the model. */
public enum KeyKind {
  LONG("long"),
  INT("int"),
  STRING("string"),
  DATE("date"),
  DECIMAL("decimal(10,2)"),
  PAIR("int", "string");

  /** The number of keys. It is small, so that edits affect the same rows. */
  static final int COUNT = 12;

  private final List<String> types;

  KeyKind(String... types) {
    this.types = List.of(types);
  }

  List<String> types() {
    return types;
  }

  /** The key columns' names in the table's first version. */
  List<String> names() {
    return List.of("id", "sub").subList(0, types.size());
  }

  /** The values of the key columns. */
  List<Object> values(int number) {
    return switch (this) {
      case LONG, INT -> List.of(number - 2);
      case STRING -> List.of("k" + number + (number % 3 == 0 ? "é|" : ""));
      case DATE -> List.of(LocalDate.of(1970, 1, 6).minusDays(number));
      case DECIMAL -> List.of(new BigDecimal(number + ".50"));
      case PAIR -> List.of(number / 3, "s" + number % 3);
    };
  }
}
