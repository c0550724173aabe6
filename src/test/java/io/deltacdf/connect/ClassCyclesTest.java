package io.deltacdf.connect;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * No two classes depend on each other, directly or through others, so that each can be read after
 * those that it uses. A nested class is part of its top-level class.
 */
@AnalyzeClasses(
    packages = "io.deltacdf.connect",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ClassCyclesTest {
  private static final String ROOT = "io.deltacdf.connect.";

  /** Classes that may depend on each other, each group with the reason. */
  private static final List<Set<String>> ALLOWED =
      List.of(
          // A struct type has fields, and a field has a type.
          Set.of("table.column.DataType", "table.column.Field"));

  @ArchTest
  static final ArchRule noClassesNeedEachOther =
      slices()
          .assignedFrom(new TopLevelClasses())
          .should()
          .beFreeOfCycles()
          .because("a class should be readable after those that it uses");

  /** Assigns each top-level class to a slice of its own, and each group to one slice. */
  private static final class TopLevelClasses implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      if (!type.getName().startsWith(ROOT)) {
        return SliceIdentifier.ignore();
      }
      String name = topLevelName(type);
      return ALLOWED.stream()
          .filter(group -> group.contains(name))
          .findFirst()
          .map(group -> SliceIdentifier.of(String.join(" + ", new TreeSet<>(group))))
          .orElseGet(() -> SliceIdentifier.of(name));
    }

    @Override
    public String getDescription() {
      return "top-level classes";
    }
  }

  private static String topLevelName(JavaClass type) {
    String name = type.getName().substring(ROOT.length());
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }
}
