package io.deltacdf.connect.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Configurations for tests. */
public final class Props {
  private Props() {}

  /** Returns a configuration of two tables with all required options. */
  public static Map<String, String> valid() {
    return with(
        "topic.prefix", "shop",
        "tables", "orders,customers",
        "tables.orders.path", "/data/orders",
        "tables.orders.key", "id",
        "tables.customers.path", "s3a://bucket/customers",
        "tables.customers.key", "country,number");
  }

  /** Returns {@link #valid} with some options set or replaced; null removes an option. */
  public static Map<String, String> validAnd(String... namesAndValues) {
    Map<String, String> props = valid();
    Map<String, String> more = with(namesAndValues);
    props.putAll(more);
    props.values().removeIf(value -> value == null);
    return props;
  }

  static Map<String, String> with(String... namesAndValues) {
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      props.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return props;
  }

  /** Returns the errors of an option as the REST API shows them. */
  static List<String> errors(Map<String, String> props, String option) {
    return DeltaSourceConfig.validate(props).toConfig().configValues().stream()
        .filter(value -> value.name().equals(option))
        .flatMap(value -> value.errorMessages().stream())
        .toList();
  }
}
