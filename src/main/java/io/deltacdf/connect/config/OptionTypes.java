package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.OptionType;
import java.time.Duration;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The types of options with a single value, whatever the other options say. */
public final class OptionTypes {
  /** The characters that Kafka allows in the name of a topic, and so in its prefix. */
  private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]+");

  /** A scheme without a slash after it, which Hadoop refuses. */
  private static final Pattern RELATIVE_URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:(?!/).*");

  static final int TOPIC_MAX_LENGTH = 249;

  private OptionTypes() {}

  static OptionType<String> topicName() {
    return OptionType.ofText(
        "a topic name: at most " + TOPIC_MAX_LENGTH + " of the characters [a-zA-Z0-9._-]",
        (option, value) -> {
          String topic = (String) value;
          if (!TOPIC.matcher(topic).matches()) {
            throw new ConfigException(
                option, value, "Must consist of letters, digits, '.', '_' and '-' only");
          } else if (topic.equals(".") || topic.equals("..")) {
            throw new ConfigException(option, value, "Kafka allows no topic with this name");
          } else if (topic.length() > TOPIC_MAX_LENGTH) {
            throw new ConfigException(
                option,
                value,
                "Must not be longer than Kafka's limit of " + TOPIC_MAX_LENGTH + " characters");
          }
          return topic;
        });
  }

  public static OptionType<String> path() {
    return OptionType.ofText(
        "a local path, or a URI such as s3a://bucket/table",
        (option, value) -> {
          String path = (String) value;
          if (path.isBlank()) {
            throw new ConfigException(option, value, "Must not be empty");
          } else if (RELATIVE_URI.matcher(path).matches()) {
            throw new ConfigException(
                option, value, "A URI needs a slash after its scheme, as in s3a://bucket/table");
          } else if (Secrets.isUriWithSecret(path)) {
            // Without the value, because it contains a secret.
            throw new ConfigException(
                "The URI in "
                    + option
                    + " contains a password or a signature, which would show up in logs. Remove it"
                    + " from the URI, and set it as a "
                    + StorageOptions.HADOOP_PREFIX
                    + "* option through a config provider");
          }
          return path;
        });
  }

  static OptionType<String> notBlank() {
    return OptionType.ofText(
        "any text that is not blank",
        (option, value) -> {
          String text = (String) value;
          if (text.isBlank()) {
            throw new ConfigException(option, value, "Must not be empty");
          }
          return text;
        });
  }

  static OptionType<StartPosition> startVersion() {
    String validValues = "a version number of at least 0, or " + StartPosition.LATEST;
    return OptionType.ofText(
        validValues,
        (option, value) ->
            StartPosition.version((String) value)
                .orElseThrow(() -> new ConfigException(option, value, "Must be " + validValues)));
  }

  static OptionType<StartPosition> startTimestamp() {
    return OptionType.ofText(
        "milliseconds since the epoch, or an ISO 8601 time with an offset",
        (option, value) ->
            new StartPosition.Timestamp(
                StartPosition.timestamp((String) value)
                    .orElseThrow(
                        () ->
                            new ConfigException(
                                option,
                                value,
                                "Must be a number of milliseconds since the epoch, or an ISO 8601"
                                    + " time with its offset from UTC, such as"
                                    + " 2026-01-31T18:00:00Z or 2026-01-31T19:00:00+01:00"))));
  }

  /** A single character other than the one that escapes it. */
  static OptionType<Character> delimiter(char escape) {
    String validValues = "one character other than " + escape;
    return OptionType.ofText(
        validValues,
        (option, value) -> {
          String delimiter = (String) value;
          if (delimiter.length() != 1
              || delimiter.charAt(0) == escape
              || Character.isSurrogate(delimiter.charAt(0))) {
            throw new ConfigException(option, value, "Must be " + validValues);
          }
          return delimiter.charAt(0);
        });
  }

  static OptionType<Boolean> bool() {
    return new OptionType<>(
        Type.BOOLEAN, "true, false", (option, value) -> (Boolean) value, value -> value);
  }

  static OptionType<Integer> intAtLeast(int min) {
    return new OptionType<>(
        Type.INT,
        "at least " + min,
        (option, value) -> (int) requireAtLeast(min, option, (Integer) value),
        value -> value);
  }

  public static OptionType<Integer> intBetween(int min, int max) {
    String validValues = "from " + min + " to " + max;
    return new OptionType<>(
        Type.INT,
        validValues,
        (option, value) -> {
          int number = (Integer) value;
          if (number < min || number > max) {
            throw new ConfigException(option, value, "Must be " + validValues);
          }
          return number;
        },
        value -> value);
  }

  static OptionType<Long> longAtLeast(long min) {
    return new OptionType<>(
        Type.LONG,
        "at least " + min,
        (option, value) -> requireAtLeast(min, option, (Long) value),
        value -> value);
  }

  /** A duration that is written in milliseconds. */
  public static OptionType<Duration> millisAtLeast(long min) {
    return new OptionType<>(
        Type.LONG,
        "at least " + min,
        (option, value) -> Duration.ofMillis(requireAtLeast(min, option, (Long) value)),
        Duration::toMillis);
  }

  private static long requireAtLeast(long min, String option, long value) {
    if (value < min) {
      throw new ConfigException(option, value, "Must be at least " + min);
    }
    return value;
  }
}
