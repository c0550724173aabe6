package io.deltacdf.connect.config.option;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests known words for a word that may be misspelled. */
public final class Suggestions {
  private Suggestions() {}

  /** Returns " Did you mean 'x'?" with the most similar word, or "" if no word is similar. */
  public static String didYouMean(String word, Collection<String> known) {
    return nearest(word, known).map(near -> " Did you mean '" + near + "'?").orElse("");
  }

  private static Optional<String> nearest(String word, Collection<String> known) {
    int maxDistance = Math.max(1, word.length() / 3);
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= maxDistance)
        .min(
            Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** Returns the Levenshtein distance of two words, regardless of case. */
  private static int distance(String a, String b) {
    String from = a.toLowerCase(Locale.ROOT);
    String to = b.toLowerCase(Locale.ROOT);
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
