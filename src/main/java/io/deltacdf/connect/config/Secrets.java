package io.deltacdf.connect.config;

import io.deltacdf.connect.redaction.Redaction;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps secrets out of logs and errors. Whether a value is a secret is decided by the name of its
 * option. If that decision is wrong, at worst a harmless value is hidden.
 */
public final class Secrets {
  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "secret|pass|token|key|credential|private|signature|jaas|user[._-]?info"
              + "|connection[._-]?string|(^|[._-])sas([._-]|$)",
          Pattern.CASE_INSENSITIVE);

  /**
   * The ends of the names of options that say where a secret is, or what reads it. Their values are
   * not shown either, but messages that name them need not be changed.
   */
  private static final Pattern LOCATION_NAME =
      Pattern.compile(
          "(provider|path|file|location|keystore|truststore|mapping|class|type|impl)$",
          Pattern.CASE_INSENSITIVE);

  /** Hiding shorter values, such as "true", would hide unrelated text too. */
  private static final int MIN_LENGTH = 6;

  private Secrets() {}

  /**
   * Returns the secrets among options: the values whose names look like those of secrets, and the
   * passwords and signatures in other values that are URIs.
   */
  public static List<String> of(Map<String, String> options) {
    return options.entrySet().stream()
        .filter(option -> option.getValue() != null)
        .flatMap(
            option ->
                isSecret(option.getKey()) && !LOCATION_NAME.matcher(option.getKey()).find()
                    ? Stream.of(option.getValue())
                    : Redaction.secretsIn(option.getValue()).stream())
        .filter(value -> value.length() >= MIN_LENGTH)
        .toList();
  }

  /** Returns whether the name of an option looks like that of a secret. */
  public static boolean isSecret(String option) {
    return SECRET_NAME.matcher(option).find();
  }

  /** Returns whether a path is a URI that contains a password or a signature. */
  static boolean isUriWithSecret(String path) {
    return path.contains("://") && !Redaction.secretsIn(path).isEmpty();
  }

  /** Returns the value without what is secret in it. */
  public static String show(String option, String value) {
    return isSecret(option) ? Redaction.HIDDEN : Redaction.hide(value);
  }
}
