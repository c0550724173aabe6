package io.deltacdf.connect.config.discovery;

import io.deltacdf.connect.config.option.OptionType;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** Regular expressions for paths below the root; each matches whole paths. */
public record PathPatterns(List<Pattern> patterns) {
  static final PathPatterns NONE = new PathPatterns(List.of());

  public PathPatterns {
    patterns = List.copyOf(patterns);
  }

  @SuppressWarnings("unchecked") // Kafka parses every LIST to a list of strings
  static OptionType<PathPatterns> type() {
    return new OptionType<>(
        Type.LIST,
        "regular expressions for paths below the root",
        (option, value) ->
            new PathPatterns(
                ((List<String>) value).stream().map(entry -> pattern(option, entry)).toList()),
        patterns -> patterns.patterns().stream().map(Pattern::pattern).toList());
  }

  private static Pattern pattern(String option, String entry) {
    try {
      return Pattern.compile(entry);
    } catch (PatternSyntaxException e) {
      throw new ConfigException(
          option, entry, "Is not a valid regular expression (" + e.getDescription() + ")");
    }
  }

  /** Returns whether one of the patterns matches a whole path. */
  public boolean matches(String path) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(path).matches());
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }
}
