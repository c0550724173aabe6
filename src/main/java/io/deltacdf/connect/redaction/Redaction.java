package io.deltacdf.connect.redaction;

import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hides secrets in messages and exceptions, which libraries of stores may put there. It knows the
 * secrets of all stores that are open in this process, because a message does not say which store
 * it is about. It also recognizes passwords and signatures in URIs. Thread-safe.
 */
public final class Redaction {
  /** What is shown instead of a secret, as in Kafka. */
  public static final String HIDDEN = "[hidden]";

  /**
   * A colon in the authority of a URI that is followed by an {@code @} instead of a port: {@code
   * s3a://id:secret@bucket/…}. The secret may contain slashes.
   */
  private static final Pattern PASSWORD =
      Pattern.compile("(://[^\\s/@:\\[]*:)((?![0-9]+(?:[/\\s]|$))[^\\s@]+)(?=@)");

  /** A parameter of a URI that grants access: {@code https://account/…?sv=…&sig=secret}. */
  private static final Pattern PARAMETER =
      Pattern.compile(
          "([?&](?:sig|[a-z-]*signature|[a-z-]*credential|[a-z_-]*token|awsaccesskeyid|key"
              + "|[a-z_-]*secret|password)=)([^&\\s\"'<>]+)",
          Pattern.CASE_INSENSITIVE);

  /** The secrets by what uses them, for as long as that is reachable. */
  private static final Map<Object, List<String>> SECRETS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private Redaction() {}

  /**
   * Hides secrets from now on, for as long as their owner is reachable.
   *
   * @param owner what uses the secrets, which must not override {@code equals}
   */
  public static void protect(Object owner, Collection<String> secrets) {
    SECRETS.put(owner, List.copyOf(secrets));
  }

  /** Returns the passwords and signatures in a URI. */
  public static List<String> secretsIn(String uri) {
    List<String> secrets = new ArrayList<>();
    for (Pattern pattern : List.of(PASSWORD, PARAMETER)) {
      Matcher matcher = pattern.matcher(uri);
      while (matcher.find()) {
        secrets.add(matcher.group(2));
      }
    }
    return secrets;
  }

  /** Returns a text without secrets. */
  public static String hide(String text) {
    String hidden = text;
    for (String secret : secrets()) {
      hidden = hidden.replace(secret, HIDDEN);
    }
    hidden = PASSWORD.matcher(hidden).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
    return PARAMETER.matcher(hidden).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
  }

  /** A secret that contains another one must be replaced first. */
  private static List<String> secrets() {
    synchronized (SECRETS) {
      return SECRETS.values().stream()
          .flatMap(List::stream)
          .distinct()
          .sorted(Comparator.comparingInt(String::length).reversed())
          .toList();
    }
  }

  /**
   * Returns an exception without secrets in its message, and in those of its causes and suppressed
   * exceptions: the exception itself if there are none, otherwise a copy that prints the same stack
   * trace.
   */
  public static Throwable hide(Throwable failure) {
    return mentionsSecret(failure, newSet()) ? copy(failure, newSet()) : failure;
  }

  private static Set<Throwable> newSet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static boolean mentionsSecret(@Nullable Throwable failure, Set<Throwable> seen) {
    if (failure == null || !seen.add(failure)) {
      return false;
    }
    String text = failure.toString();
    if (!hide(text).equals(text) || mentionsSecret(failure.getCause(), seen)) {
      return true;
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      if (mentionsSecret(suppressed, seen)) {
        return true;
      }
    }
    return false;
  }

  private static Throwable copy(Throwable failure, Set<Throwable> seen) {
    seen.add(failure);
    String text = hide(failure.toString());
    // Its type is looked for in the causes of a failure.
    Throwable copy =
        failure instanceof FileNotFoundException
            ? new FileNotFoundException(text)
            : new RedactedException(text);
    Throwable cause = failure.getCause();
    if (cause != null && !seen.contains(cause)) {
      copy.initCause(copy(cause, seen));
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      if (!seen.contains(suppressed)) {
        copy.addSuppressed(copy(suppressed, seen));
      }
    }
    copy.setStackTrace(failure.getStackTrace());
    return copy;
  }

  /** The copy of an exception of any type; its text begins with that type. */
  private static final class RedactedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RedactedException(String text) {
      super(text);
    }

    @Override
    public String toString() {
      return String.valueOf(getMessage());
    }
  }
}
