package io.deltacdf.connect.config;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Recommender;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Defines options one after the other in a group, in the order in which they are to be shown. */
final class OptionGroup {
  private final ConfigDef definition;
  private final String group;
  private int order;

  OptionGroup(ConfigDef definition, String group) {
    this.definition = definition;
    this.group = group;
  }

  /**
   * Defines an option; a validator that is a {@link Recommender} too recommends its values.
   *
   * @param defaultValue the default, null for none, or {@link ConfigDef#NO_DEFAULT_VALUE} for an
   *     option that must be set
   */
  OptionGroup define(
      String name,
      Type type,
      Object defaultValue,
      Validator validator,
      Importance importance,
      String displayName,
      String doc) {
    definition.define(
        name,
        type,
        defaultValue,
        validator,
        importance,
        doc,
        group,
        ++order,
        type == Type.LIST ? Width.LONG : Width.MEDIUM,
        displayName,
        validator instanceof Recommender recommender ? recommender : null);
    return this;
  }
}
