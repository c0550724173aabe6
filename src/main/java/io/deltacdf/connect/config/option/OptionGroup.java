package io.deltacdf.connect.config.option;

import java.util.ArrayList;
import java.util.List;

/** Options that are shown together, in the order in which they are declared. */
public final class OptionGroup {
  private final String name;
  private final List<Option<?>> options = new ArrayList<>();

  public OptionGroup(String name) {
    this.name = name;
  }

  /** Builds an option and adds it to the group. */
  public <T> Option<T> add(Option.Builder<T> builder) {
    Option<T> option = builder.build();
    options.add(option);
    return option;
  }

  public String name() {
    return name;
  }

  public List<Option<?>> options() {
    return List.copyOf(options);
  }
}
