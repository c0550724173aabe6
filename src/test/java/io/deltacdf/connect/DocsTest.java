package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.config.DeltaSourceConfig;
import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents link to each other and name only files that exist. */
class DocsTest {
  private static final Path PROJECT = ProjectDirectory.get();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern NAMED_FILE =
      Pattern.compile("`((?:config|bin|docs|bench|testcontainers-it)/[\\w./-]+)`");
  private static final Pattern NAMED_CLASS = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)`");
  private static final Pattern NAMED_OPTION = Pattern.compile("`([a-z]+(?:[.][a-z]+)+)[`=]");
  private static final Set<String> CLASSES_OF_KAFKA = Set.of("SourceRecord");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

  @Test
  void everyLinkTargetExists() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      for (String link : links(document)) {
        Path file = target(document, link);
        String heading = link.contains("#") ? link.substring(link.indexOf('#') + 1) : null;
        if (!Files.exists(file) || (heading != null && !anchors(file).contains(heading))) {
          broken.add(PROJECT.relativize(document) + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void everyNamedFileExists() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path document : documents()) {
      Matcher named = NAMED_FILE.matcher(Files.readString(document));
      while (named.find()) {
        if (!Files.exists(PROJECT.resolve(named.group(1)))
            && !Files.exists(document.resolveSibling(named.group(1)))) {
          missing.add(PROJECT.relativize(document) + ": " + named.group(1));
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyClassThatTheArchitecturePageNamesExists() throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher name = NAMED_CLASS.matcher(read(PROJECT.resolve("docs/architecture.md")));
    while (name.find()) {
      named.add(name.group(1));
    }
    try (Stream<Path> sources = Files.walk(PROJECT.resolve("src"))) {
      Set<String> existing =
          sources
              .map(source -> source.getFileName().toString().replaceFirst("[.]java$", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      existing.addAll(CLASSES_OF_KAFKA);
      assertThat(named).isNotEmpty().isSubsetOf(existing);
    }
  }

  /** Options of the connector have dots; those of the producer are Kafka's. */
  @Test
  void everyOptionThatTheMemoryPageNamesExists() throws IOException {
    Set<String> named = new TreeSet<>();
    Matcher option = NAMED_OPTION.matcher(read(PROJECT.resolve("docs/memory.md")));
    while (option.find()) {
      named.add(option.group(1));
    }
    named.removeIf(name -> name.startsWith("producer.override."));
    assertThat(named).isNotEmpty().isSubsetOf(DeltaSourceConfig.CONFIG_DEF.names());
  }

  @Test
  void everyDocumentIsReachableFromTheReadme() throws IOException {
    Set<Path> reached = new TreeSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(PROJECT.resolve("README.md")));
    while (!open.isEmpty()) {
      Path document = open.pop();
      if (Files.exists(document) && reached.add(document) && document.toString().endsWith(".md")) {
        links(document).forEach(link -> open.push(target(document, link)));
      }
    }
    try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
      assertThat(docs.filter(Files::isRegularFile)).isSubsetOf(reached);
    }
  }

  @Test
  void everyCellAboutASinkSaysHowItIsKnown() {
    List<String[]> rows =
        read(PROJECT.resolve("docs/sinks.md"))
            .lines()
            .dropWhile(line -> !line.startsWith("| versions tried "))
            .skip(1)
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.split(" [|] ?"))
            .toList();

    assertThat(rows).hasSizeGreaterThan(10);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(Arrays.asList(row).subList(1, row.length))
                    .hasSize(7)
                    .allSatisfy(cell -> assertThat(cell).containsPattern("[(](tried|source)\\b")));
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String directory : List.of(".", "docs", "bench")) {
      try (Stream<Path> files = Files.list(PROJECT.resolve(directory).normalize())) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }

  /** Returns the links of a document to files of the project, or into itself. */
  private static List<String> links(Path document) {
    List<String> links = new ArrayList<>();
    Matcher link = LINK.matcher(read(document));
    while (link.find()) {
      if (!link.group(1).contains("://")) {
        links.add(link.group(1));
      }
    }
    return links;
  }

  private static Path target(Path document, String link) {
    String file = link.contains("#") ? link.substring(0, link.indexOf('#')) : link;
    return file.isEmpty() ? document : document.resolveSibling(file).normalize();
  }

  /** Returns the anchors of a document's headings: lower case, with dashes for blanks. */
  private static Set<String> anchors(Path document) {
    Set<String> anchors = new TreeSet<>();
    Matcher heading = HEADING.matcher(read(document));
    while (heading.find()) {
      anchors.add(
          heading
              .group(1)
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
              .replace(' ', '-'));
    }
    return anchors;
  }

  private static String read(Path document) {
    try {
      return Files.readString(document);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + document, e);
    }
  }
}
