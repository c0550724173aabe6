package io.deltacdf.connect.config;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of logs and errors. What is a secret follows from the option's name; a name
 * taken for one by mistake only hides a value.
 */
public final class Secrets {
  /** Shown in place of a secret, as Kafka does. */
  public static final String HIDDEN = "[hidden]";

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "secret|pass|token|key|credential|private|signature|(^|[._-])sas([._-]|$)",
          Pattern.CASE_INSENSITIVE);

  /**
   * A URI whose authority has a colon that no port follows, but an {@code @} somewhere behind it:
   * {@code s3a://id:secret@bucket/…}. A secret may have slashes.
   */
  private static final Pattern URI_WITH_PASSWORD =
      Pattern.compile("[^/]+://[^/@:\\[]*:(?![0-9]+(/|$)).*@.*");

  /** Shorter values, such as "true", would blot out innocent text. */
  private static final int MIN_LENGTH = 6;

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  /** The secrets among options, by their names. */
  public static Secrets of(Map<String, String> options) {
    return new Secrets(
        options.entrySet().stream()
            .filter(option -> isSecret(option.getKey()))
            .map(Map.Entry::getValue)
            .filter(value -> value != null && value.length() >= MIN_LENGTH)
            // A secret that is part of another must not break it up.
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** Whether an option's name looks like that of a secret. */
  public static boolean isSecret(String option) {
    return SECRET_NAME.matcher(option).find();
  }

  /** Whether a path is a URI that holds a password. */
  static boolean isUriWithPassword(String path) {
    return URI_WITH_PASSWORD.matcher(path).matches();
  }

  /** The value as it may be shown. */
  public static String show(String option, String value) {
    return isSecret(option) ? HIDDEN : value;
  }

  /** A text, such as a storage library's message, without the secrets. */
  public String hideIn(String text) {
    String hidden = text;
    for (String value : values) {
      hidden = hidden.replace(value, HIDDEN);
    }
    return hidden;
  }
}
