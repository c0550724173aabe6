package io.deltacdf.connect.config;

import java.util.ArrayList;
import java.util.List;

/** Options that are shown together, in the order in which they are declared. */
final class OptionGroup {
  private final String name;
  private final List<Option<?>> options = new ArrayList<>();

  OptionGroup(String name) {
    this.name = name;
  }

  /** Builds an option and adds it to the group. */
  <T> Option<T> add(Option.Builder<T> builder) {
    Option<T> option = builder.build();
    options.add(option);
    return option;
  }

  String name() {
    return name;
  }

  List<Option<?>> options() {
    return List.copyOf(options);
  }
}
