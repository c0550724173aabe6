package io.deltacdf.connect.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of logs and errors. Whether a value is a secret is decided by the name of its
 * option. If that decision is wrong, at worst a harmless value is hidden.
 */
public final class Secrets {
  /** What is shown instead of a secret, as in Kafka. */
  public static final String HIDDEN = "[hidden]";

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "secret|pass|token|key|credential|private|signature|(^|[._-])sas([._-]|$)",
          Pattern.CASE_INSENSITIVE);

  /**
   * A URI with a colon in its authority that is followed by an {@code @} instead of a port: {@code
   * s3a://id:secret@bucket/…}. The secret may contain slashes.
   */
  private static final Pattern URI_WITH_PASSWORD =
      Pattern.compile("[^/]+://[^/@:\\[]*:(?![0-9]+(/|$)).*@.*");

  /** Hiding shorter values, such as "true", would hide unrelated text too. */
  private static final int MIN_LENGTH = 6;

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  /** Returns the secrets among options, which are decided by the names. */
  public static Secrets of(Map<String, String> options) {
    return new Secrets(
        options.entrySet().stream()
            .filter(option -> isSecret(option.getKey()))
            .map(Map.Entry::getValue)
            .filter(value -> value != null && value.length() >= MIN_LENGTH)
            // A secret that contains another one must be replaced first.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** Returns whether the name of an option looks like that of a secret. */
  public static boolean isSecret(String option) {
    return SECRET_NAME.matcher(option).find();
  }

  /** Returns whether a path is a URI that contains a password. */
  static boolean isUriWithPassword(String path) {
    return URI_WITH_PASSWORD.matcher(path).matches();
  }

  /** Returns the value, or {@link #HIDDEN} if it is a secret. */
  public static String show(String option, String value) {
    return isSecret(option) ? HIDDEN : value;
  }

  /** Replaces the secrets in a text, such as a message of a storage library. */
  public String hideIn(String text) {
    String hidden = text;
    for (String value : values) {
      hidden = hidden.replace(value, HIDDEN);
    }
    return hidden;
  }
}
