package io.deltacdf.connect.config;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * What an option's value must look like, whatever the other options say. No value at all is left to
 * the option's default.
 */
final class Validators {
  /** Letters that a topic's name may have, and so a prefix of it. */
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]+");

  private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_-]+");

  /** A scheme and no slash behind it; Hadoop refuses such a path. */
  private static final Pattern RELATIVE_URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(?!/).*");

  static final int TOPIC_MAX_LENGTH = 249;

  private Validators() {}

  static boolean isTableName(String name) {
    return TABLE.matcher(name).matches();
  }

  static Validator tableNames() {
    return list(
        "names of [A-Za-z0-9_-], at least one",
        names ->
            names.isEmpty()
                ? List.of("Must name at least one table")
                : problems(
                    names,
                    Function.identity(),
                    name ->
                        isTableName(name)
                            ? Optional.empty()
                            : Optional.of(
                                "The table name '"
                                    + name
                                    + "' must be of letters, digits, '_' and '-' alone")));
  }

  /** Names of columns, which are the same whatever their case. */
  static Validator columnNames() {
    return list(
        "names of top-level columns",
        names ->
            problems(
                names,
                name -> name.toLowerCase(Locale.ROOT),
                name -> name.isBlank() ? Optional.of("A column name is empty") : Optional.empty()));
  }

  /** Names of columns, or regular expressions for them. */
  static Validator columnPatterns() {
    return list(
        "names of top-level columns, or regular expressions for them",
        entries ->
            problems(entries, entry -> entry.toLowerCase(Locale.ROOT), Validators::patternProblem));
  }

  private static Optional<String> patternProblem(String entry) {
    if (entry.isBlank()) {
      return Optional.of("A column name is empty");
    }
    try {
      ColumnFilter.pattern(entry);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(
          "'"
              + entry
              + "' is no regular expression ("
              + e.getDescription()
              + "); in the name of a column put a backslash before characters that mean something"
              + " in one");
    }
  }

  static Validator subsetOf(List<String> allowed) {
    return list(
        "any of " + String.join(", ", allowed),
        names ->
            problems(
                names,
                Function.identity(),
                name ->
                    allowed.contains(name)
                        ? Optional.empty()
                        : Optional.of("'" + name + "' is none of " + String.join(", ", allowed))));
  }

  /** What {@link SkippedOperations#of} takes. */
  static Validator skippedOperations() {
    Validator names = subsetOf(SkippedOperations.NAMES);
    return described(
        names.toString(),
        (name, value) -> {
          names.ensureValid(name, value);
          List<?> operations = (List<?>) value;
          if (operations.contains(SkippedOperations.NOTHING) && operations.size() > 1) {
            throw new ConfigException(
                name, value, "'" + SkippedOperations.NOTHING + "' goes with nothing else");
          }
        });
  }

  static Validator topicName() {
    return described(
        "a topic name: at most " + TOPIC_MAX_LENGTH + " of [a-zA-Z0-9._-]",
        (name, value) -> {
          String topic = (String) value;
          if (!TOPIC.matcher(topic).matches()) {
            throw new ConfigException(
                name, value, "Must be of letters, digits, '.', '_' and '-' alone");
          } else if (topic.equals(".") || topic.equals("..")) {
            throw new ConfigException(name, value, "Kafka allows no topic of this name");
          } else if (topic.length() > TOPIC_MAX_LENGTH) {
            throw new ConfigException(
                name, value, "Is longer than Kafka's " + TOPIC_MAX_LENGTH + " characters");
          }
        });
  }

  static Validator path() {
    return described(
        "a local path or a URI such as s3a://bucket/table",
        (name, value) -> {
          String path = (String) value;
          if (path.isBlank()) {
            throw new ConfigException(name, value, "Must not be empty");
          } else if (RELATIVE_URI.matcher(path).matches()) {
            throw new ConfigException(
                name, value, "A URI must have a slash behind its scheme: s3a://bucket/table");
          } else if (Secrets.isUriWithPassword(path)) {
            // Without the value: it holds a secret.
            throw new ConfigException(
                "The URI in "
                    + name
                    + " holds a password, which would show in logs; give it as a "
                    + StorageOptions.HADOOP_PREFIX
                    + "* option instead, from a config provider");
          }
        });
  }

  static Validator notBlank() {
    return described(
        "any text",
        (name, value) -> {
          if (((String) value).isBlank()) {
            throw new ConfigException(name, value, "Must not be empty");
          }
        });
  }

  static Validator startVersion() {
    return described(
        "a version number from 0, or " + StartPositions.LATEST,
        (name, value) -> {
          if (!StartPositions.isVersion((String) value)) {
            throw new ConfigException(
                name, value, "Must be a version number from 0, or " + StartPositions.LATEST);
          }
        });
  }

  static Validator startTimestamp() {
    return described(
        "milliseconds since the epoch, or ISO 8601 with an offset",
        (name, value) -> {
          if (StartPositions.timestamp((String) value).isEmpty()) {
            throw new ConfigException(
                name,
                value,
                "Must be milliseconds since the epoch or an ISO 8601 time with its offset, such"
                    + " as 2026-01-31T18:00:00Z or 2026-01-31T19:00:00+01:00");
          }
        });
  }

  /** One character, but not the one that escapes it. */
  static Validator delimiter(char escape) {
    return described(
        "one character, but not " + escape,
        (name, value) -> {
          String delimiter = (String) value;
          if (delimiter.length() != 1
              || delimiter.charAt(0) == escape
              || Character.isSurrogate(delimiter.charAt(0))) {
            throw new ConfigException(name, value, "Must be one character, but not " + escape);
          }
        });
  }

  /** A number not below {@code min}. */
  static Validator atLeast(long min) {
    return described(
        "at least " + min,
        (name, value) -> {
          if (((Number) value).longValue() < min) {
            throw new ConfigException(name, value, "Must be at least " + min);
          }
        });
  }

  /** A number from {@code min} to {@code max}. */
  static Validator between(long min, long max) {
    return described(
        "from " + min + " to " + max,
        (name, value) -> {
          long number = ((Number) value).longValue();
          if (number < min || number > max) {
            throw new ConfigException(name, value, "Must be from " + min + " to " + max);
          }
        });
  }

  /** What the option's type lets through. */
  static Validator trueOrFalse() {
    return described("true, false", (name, value) -> {});
  }

  /** What is wrong with the elements of a list, the ones that are there twice included. */
  private static List<String> problems(
      List<String> elements,
      Function<String, String> identity,
      Function<String, Optional<String>> problem) {
    Set<String> problems = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    for (String element : elements) {
      problem.apply(element).ifPresent(problems::add);
      if (!seen.add(identity.apply(element))) {
        problems.add("'" + element + "' is named twice");
      }
    }
    return List.copyOf(problems);
  }

  @SuppressWarnings("unchecked") // a LIST option is a list of strings
  private static Validator list(String description, Function<List<String>, List<String>> problems) {
    return described(
        description,
        (name, value) -> {
          List<String> found = problems.apply((List<String>) value);
          if (!found.isEmpty()) {
            throw new ConfigException(name, value, String.join("; ", found));
          }
        });
  }

  private static Validator described(String description, Validator validator) {
    return ConfigDef.LambdaValidator.with(
        (name, value) -> {
          if (value != null) {
            validator.ensureValid(name, value);
          }
        },
        () -> description);
  }
}
