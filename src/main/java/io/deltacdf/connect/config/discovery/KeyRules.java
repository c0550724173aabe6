package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.option.OptionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigException;

/**
 * Rules that give discovered tables their keys, in the form of Debezium's {@code
 * message.key.columns}. The first rule whose pattern matches the path of a table applies.
 */
public record KeyRules(List<Rule> rules) {
  /**
   * A rule.
   *
   * @param pattern matches whole paths below the root
   * @param columns the key columns, separated by commas
   */
  public record Rule(Pattern pattern, String columns) {
    @Override
    public String toString() {
      return pattern + ":" + columns;
    }
  }

  static final String VALID_VALUES =
      "rules <pattern>:<column>,<column> separated by semicolons, as in sales/.*:id;.*:customer,no";

  public KeyRules {
    rules = List.copyOf(rules);
  }

  static OptionType<KeyRules> type() {
    return OptionType.ofText(VALID_VALUES, (option, value) -> parse(option, (String) value));
  }

  /** Columns follow the last colon, since a regular expression may contain colons. */
  private static KeyRules parse(String option, String text) {
    List<Rule> rules = new ArrayList<>();
    for (String part : text.split(";", -1)) {
      String rule = part.strip();
      if (rule.isEmpty()) {
        continue;
      }
      int colon = rule.lastIndexOf(':');
      if (colon <= 0) {
        throw new ConfigException(
            option, text, "The rule '" + rule + "' must have the form <pattern>:<column>,<column>");
      }
      rules.add(new Rule(pattern(option, text, rule.substring(0, colon)), columns(option, rule)));
    }
    return new KeyRules(rules);
  }

  private static Pattern pattern(String option, String text, String pattern) {
    try {
      return Pattern.compile(pattern.strip());
    } catch (PatternSyntaxException e) {
      throw new ConfigException(
          option,
          text,
          "'" + pattern + "' is not a valid regular expression (" + e.getDescription() + ")");
    }
  }

  private static String columns(String option, String rule) {
    List<String> columns =
        Arrays.stream(rule.substring(rule.lastIndexOf(':') + 1).split(",", -1))
            .map(String::strip)
            .toList();
    if (columns.stream().anyMatch(String::isEmpty)) {
      throw new ConfigException(option, rule, "The rule must name its key columns");
    }
    HashSet<String> seen = new HashSet<>();
    for (String column : columns) {
      if (!seen.add(column.toLowerCase(Locale.ROOT))) {
        throw new ConfigException(option, rule, "The rule names '" + column + "' twice");
      }
    }
    return String.join(",", columns);
  }

  /** Returns the key columns of a table, separated by commas; empty if no rule matches it. */
  public Optional<String> keyOf(String path) {
    return rules.stream()
        .filter(rule -> rule.pattern().matcher(path).matches())
        .map(Rule::columns)
        .findFirst();
  }

  /** Returns the rules as users write them. */
  @Override
  public String toString() {
    return String.join(";", rules.stream().map(Rule::toString).toList());
  }
}
