package io.deltacdf.connect.config.option;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.jspecify.annotations.Nullable;

/**
 * An option, declared once: Kafka's definition of it, its parsed values and its documentation all
 * come from here.
 *
 * @param <T> the type of its parsed values
 */
public final class Option<T> {
  /** The start of the name of every option that is set for one table. */
  public static final String TABLE_PREFIX = "tables.";

  /** A line break within a paragraph or an item of a list. */
  private static final Pattern LINE_BREAK = Pattern.compile("(?<!\n)\n(?!\n|- )");

  private final String name;
  private final OptionType<T> type;
  private final boolean required;
  private final @Nullable T defaultValue;
  private final Importance importance;
  private final String displayName;
  private final String documentation;
  private final boolean inheritable;

  private Option(Builder<T> builder) {
    this.name = builder.name;
    this.type = builder.type;
    this.required = builder.required;
    this.defaultValue = builder.defaultValue;
    this.importance = builder.importance;
    this.displayName = builder.displayName;
    this.documentation = builder.documentation;
    this.inheritable = builder.inheritable;
  }

  public static <T> Builder<T> of(String name, OptionType<T> type) {
    return new Builder<>(name, type);
  }

  /** Returns the name of the connector's option. */
  public String name() {
    return name;
  }

  /** Returns the name of the option of one table: {@code tables.<table>.<name>}. */
  public String nameFor(String table) {
    return tablePrefix(table) + name;
  }

  /** Returns what the names of all options of a table start with. */
  public static String tablePrefix(String table) {
    return TABLE_PREFIX + table + ".";
  }

  /** Returns the table in the full name of an option of a table; empty for other options. */
  public static Optional<String> tableOf(String fullName) {
    int end = fullName.indexOf('.', TABLE_PREFIX.length());
    return fullName.startsWith(TABLE_PREFIX) && end >= 0
        ? Optional.of(fullName.substring(TABLE_PREFIX.length(), end))
        : Optional.empty();
  }

  /**
   * Returns the default.
   *
   * @throws IllegalStateException if the option has none
   */
  public T defaultValue() {
    if (defaultValue == null) {
      throw new IllegalStateException("Option '" + name + "' has no default");
    }
    return defaultValue;
  }

  /** Returns whether a table takes the connector's value if it does not set its own. */
  public boolean isInheritable() {
    return inheritable;
  }

  /** Returns the connector's value. The option must be valid, and either set or have a default. */
  public T from(OptionValues values) {
    return find(values).orElseThrow(() -> missing(name));
  }

  /** Returns the connector's value, or its default; empty if there is none that is valid. */
  public Optional<T> find(OptionValues values) {
    return find(values, name);
  }

  /** Returns the value that applies to a table: its own, or else the connector's. */
  public T from(OptionValues values, String table) {
    return findOwn(values, table)
        .or(() -> inheritable ? find(values) : Optional.empty())
        .orElseThrow(() -> missing(nameFor(table)));
  }

  /** Returns the value that a table sets itself; empty if it sets none that is valid. */
  public Optional<T> findOwn(OptionValues values, String table) {
    return find(values, nameFor(table));
  }

  private Optional<T> find(OptionValues values, String fullName) {
    Object value = values.get(fullName);
    return value == null ? Optional.empty() : Optional.of(type.parse(fullName, value));
  }

  private static IllegalStateException missing(String fullName) {
    return new IllegalStateException("Option '" + fullName + "' has no valid value");
  }

  /** Returns a value as users write it. */
  public String text(T value) {
    return ConfigDef.convertToString(type.format(value), type.kafkaType());
  }

  /** Defines the connector's option. */
  public void define(ConfigDef definition, String group, int order) {
    define(definition, name, kafkaDefault(), documentation, group, order, displayName);
  }

  /** Defines the option of one table. If the table inherits it, it has no default of its own. */
  public void defineFor(String table, ConfigDef definition, String group, int order) {
    define(
        definition,
        nameFor(table),
        inheritable ? null : kafkaDefault(),
        inheritable
            ? "Sets `" + name + "` for this table and overrides the connector's value."
            : documentation,
        group,
        order,
        displayName + " of " + table);
  }

  private void define(
      ConfigDef definition,
      String fullName,
      @Nullable Object kafkaDefault,
      String text,
      String group,
      int order,
      String title) {
    definition.define(
        fullName,
        type.kafkaType(),
        kafkaDefault,
        ConfigDef.LambdaValidator.with(this::check, type::validValues),
        importance,
        text,
        group,
        order,
        type.kafkaType() == ConfigDef.Type.LIST ? Width.LONG : Width.MEDIUM,
        title,
        type.recommendedValues().isEmpty() ? null : new Recommender(type.recommendedValues()));
  }

  private @Nullable Object kafkaDefault() {
    if (required) {
      return ConfigDef.NO_DEFAULT_VALUE;
    }
    return defaultValue == null ? null : type.format(defaultValue);
  }

  private void check(String fullName, @Nullable Object value) {
    if (value != null) {
      type.parse(fullName, value);
    }
  }

  /** Returns the name, so that options can be named in messages. */
  @Override
  public String toString() {
    return name;
  }

  private record Recommender(List<Object> values) implements ConfigDef.Recommender {
    @Override
    public List<Object> validValues(String name, Map<String, Object> parsedConfig) {
      return values;
    }

    @Override
    public boolean visible(String name, Map<String, Object> parsedConfig) {
      return true;
    }
  }

  /** Builds an option, which is optional, of medium importance and without a default at first. */
  public static final class Builder<T> {
    private final String name;
    private final OptionType<T> type;
    private boolean required;
    private @Nullable T defaultValue;
    private Importance importance = Importance.MEDIUM;
    private String displayName;
    private String documentation = "";
    private boolean inheritable;

    private Builder(String name, OptionType<T> type) {
      this.name = name;
      this.type = type;
      this.displayName = name;
    }

    public Builder<T> required() {
      required = true;
      return this;
    }

    public Builder<T> defaultValue(T value) {
      defaultValue = value;
      return this;
    }

    public Builder<T> importance(Importance value) {
      importance = value;
      return this;
    }

    public Builder<T> displayName(String value) {
      displayName = value;
      return this;
    }

    /** Lets every table override the connector's value. */
    public Builder<T> inheritable() {
      inheritable = true;
      return this;
    }

    /**
     * Documents the option in Markdown. Blank lines separate paragraphs, {@code "- "} begins an
     * item of a list, and other line breaks mean nothing.
     */
    public Builder<T> documentation(String markdown) {
      documentation = LINE_BREAK.matcher(markdown.strip()).replaceAll(" ");
      return this;
    }

    public Option<T> build() {
      return new Option<>(this);
    }
  }
}
