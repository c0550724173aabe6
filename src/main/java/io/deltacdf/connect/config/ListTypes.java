package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.OptionType;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The types of options whose value is a list. No list may contain an element twice. */
final class ListTypes {
  private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_-]+");

  private static final Pattern PLACE = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*:)?/.*");

  private ListTypes() {}

  static boolean isTableName(String name) {
    return TABLE.matcher(name).matches();
  }

  static OptionType<List<String>> tableNames() {
    return list(
        "names of the characters [A-Za-z0-9_-]",
        names -> problems(names, Function.identity(), ListTypes::tableNameProblem));
  }

  private static Optional<String> tableNameProblem(String name) {
    return isTableName(name)
        ? Optional.empty()
        : Optional.of(
            "The table name '" + name + "' must consist of letters, digits, '_' and '-' only");
  }

  /** Names of columns. Names that differ only in case are the same. */
  static OptionType<List<String>> columnNames() {
    return list(
        "names of top-level columns",
        names -> problems(names, ListTypes::lowerCase, ListTypes::columnNameProblem));
  }

  private static Optional<String> columnNameProblem(String name) {
    return name.isBlank() ? Optional.of("A column name is empty") : Optional.empty();
  }

  /** Names of columns, or regular expressions for them. */
  static OptionType<List<String>> columnPatterns() {
    return list(
        "names of top-level columns, or regular expressions for them",
        entries -> problems(entries, ListTypes::lowerCase, ListTypes::columnPatternProblem));
  }

  private static Optional<String> columnPatternProblem(String entry) {
    if (entry.isBlank()) {
      return columnNameProblem(entry);
    }
    try {
      ColumnFilter.pattern(entry);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(
          "'"
              + entry
              + "' is not a valid regular expression ("
              + e.getDescription()
              + "). In the name of a column, escape special characters with a backslash");
    }
  }

  /** Stores and directories. */
  static OptionType<List<String>> places() {
    OptionType<List<String>> places =
        list(
            "absolute local paths, or URIs such as s3a://bucket or s3a://bucket/directory",
            elements -> problems(elements, Function.identity(), ListTypes::placeProblem));
    return new OptionType<>(
        Type.LIST,
        places.validValues(),
        (option, value) -> {
          if (value instanceof List<?> list
              && list.stream().map(String.class::cast).anyMatch(Secrets::isUriWithSecret)) {
            // Without the value, because it contains a secret.
            throw new ConfigException(
                "A URI in "
                    + option
                    + " contains a password or a signature. Remove it from the URI");
          }
          return places.parse(option, value);
        },
        elements -> elements);
  }

  private static Optional<String> placeProblem(String place) {
    return PLACE.matcher(place).matches()
        ? Optional.empty()
        : Optional.of("'" + place + "' is neither an absolute path nor a URI");
  }

  private static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  static OptionType<List<String>> subsetOf(List<String> allowed) {
    String words = String.join(", ", allowed);
    return list(
        "any of " + words,
        names ->
            problems(
                names,
                Function.identity(),
                name ->
                    allowed.contains(name)
                        ? Optional.empty()
                        : Optional.of("'" + name + "' is not one of " + words)));
  }

  static OptionType<SkippedOperations> skippedOperations() {
    OptionType<List<String>> names = subsetOf(SkippedOperations.NAMES);
    return new OptionType<>(
        Type.LIST,
        names.validValues(),
        (option, value) -> {
          List<String> operations = names.parse(option, value);
          if (operations.contains(SkippedOperations.NOTHING) && operations.size() > 1) {
            throw new ConfigException(
                option,
                value,
                "'" + SkippedOperations.NOTHING + "' cannot be combined with other operations");
          }
          return SkippedOperations.of(operations);
        },
        SkippedOperations::names);
  }

  /** Finds what is wrong with the elements of a list, including elements that it has twice. */
  private static List<String> problems(
      List<String> elements,
      Function<String, String> identity,
      Function<String, Optional<String>> problem) {
    Set<String> problems = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    for (String element : elements) {
      problem.apply(element).ifPresent(problems::add);
      if (!seen.add(identity.apply(element))) {
        problems.add("'" + element + "' is listed twice");
      }
    }
    return List.copyOf(problems);
  }

  @SuppressWarnings("unchecked") // Kafka parses every LIST to a list of strings
  private static OptionType<List<String>> list(
      String validValues, Function<List<String>, List<String>> problems) {
    return new OptionType<>(
        Type.LIST,
        validValues,
        (option, value) -> {
          List<String> elements = (List<String>) value;
          List<String> found = problems.apply(elements);
          if (!found.isEmpty()) {
            throw new ConfigException(option, value, String.join("; ", found));
          }
          return elements;
        },
        elements -> elements);
  }
}
