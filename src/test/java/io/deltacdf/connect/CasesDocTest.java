package io.deltacdf.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.testing.ProjectDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** {@code docs/cases.md} lists every case, with all the tests that have its identifier. */
class CasesDocTest {
  private static final Set<String> ALL =
      new TreeSet<>(
          List.of(
              ("C01 C02 C03 C04 C06 C08 C09 C11 C12 C14 C15 C18 C19 C20 C22 C25 C26 C27 C29 C30"
                      + " C31 C33 C35 C36 C38 C39 C40 C41 C44 C45 C47 C48 C49 C52 C53 C54 C57 C59"
                      + " C61 C62 C64 C65 C67 C68 C71")
                  .split(" ")));

  private static final Pattern CASE_TEST = Pattern.compile("(C\\d\\d)_\\w+");
  private static final Pattern HEADING = Pattern.compile("### (C\\d\\d): .+");
  private static final Pattern LISTED_TEST = Pattern.compile(" *\\* `(\\w+#(C\\d\\d)_\\w+)`");

  @Test
  void everyCaseIsListedWithAllItsTests() throws IOException {
    Map<String, Set<String>> listed = listed();
    Map<String, Set<String>> found = found();

    assertThat(listed.keySet()).isEqualTo(ALL);
    assertThat(ALL).as("the identifiers in test names").containsAll(found.keySet());
    listed.forEach((id, tests) -> assertThat(tests).as(id).isNotEmpty().isEqualTo(found.get(id)));
  }

  /** The tests that the section of each case lists, by the identifier of the case. */
  private static Map<String, Set<String>> listed() throws IOException {
    Map<String, Set<String>> listed = new LinkedHashMap<>();
    String section = "";
    for (String line : Files.readAllLines(ProjectDirectory.get().resolve("docs/cases.md"))) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        section = heading.group(1);
        assertThat(listed.put(section, new TreeSet<>())).as("%s is listed once", section).isNull();
      }
      Matcher test = LISTED_TEST.matcher(line);
      if (test.matches()) {
        assertThat(test.group(2)).as("the section of %s", test.group(1)).isEqualTo(section);
        listed.get(section).add(test.group(1));
      }
    }
    assertThat(new ArrayList<>(listed.keySet())).as("the order of the sections").isSorted();
    return listed;
  }

  private static Map<String, Set<String>> found() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (Class<?> type :
        ReflectionSupport.findAllClassesInPackage(
            CasesDocTest.class.getPackageName(), any -> true, any -> true)) {
      ReflectionSupport.findMethods(
              type,
              method -> AnnotationSupport.isAnnotated(method, Testable.class),
              HierarchyTraversalMode.TOP_DOWN)
          .forEach(
              method -> {
                Matcher name = CASE_TEST.matcher(method.getName());
                if (name.matches()) {
                  found
                      .computeIfAbsent(name.group(1), id -> new TreeSet<>())
                      .add(type.getSimpleName() + "#" + method.getName());
                }
              });
    }
    return found;
  }
}
