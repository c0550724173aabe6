package io.deltacdf.connect.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Configurations for tests. */
public final class Props {
  private Props() {}

  /** Two tables with all that must be set. */
  public static Map<String, String> valid() {
    return with(
        "topic.prefix", "shop",
        "tables", "orders,customers",
        "tables.orders.path", "/data/orders",
        "tables.orders.key", "id",
        "tables.customers.path", "s3a://bucket/customers",
        "tables.customers.key", "country,number");
  }

  /** {@link #valid} and more, or other, options; a null takes one away. */
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

  /** The errors of an option, as the REST API shows them. */
  static List<String> errors(Map<String, String> props, String option) {
    return DeltaSourceConfig.validate(props).toConfig().configValues().stream()
        .filter(value -> value.name().equals(option))
        .flatMap(value -> value.errorMessages().stream())
        .toList();
  }
}
