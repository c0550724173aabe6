package io.deltacdf.connect;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.deltacdf.connect.error.DeltaCdfException;

/**
 * Imports go down only: connector, feed, record, change, table; options and errors are seen by all.
 */
@AnalyzeClasses(
    packages = "io.deltacdf.connect",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "io.deltacdf.connect";

  private static final String TYPES_AND_COLUMNS =
      "io\\.deltacdf\\.connect\\.table\\.(Column|DataType)([$].*)?";

  private static final DescribedPredicate<AccessTarget> FACTORY_OF_FAILURES =
      describe(
          "a factory of DeltaCdfException",
          target ->
              target.getOwner().isEquivalentTo(DeltaCdfException.class)
                  && (target.getName().equals("permanent")
                      || target.getName().equals("retriable")));

  @ArchTest
  static final ArchRule importsGoDown =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
          .withOptionalLayers(true)
          .layer("cli")
          .definedBy(ROOT + ".cli..")
          .layer("connector")
          .definedBy(ROOT)
          .layer("feed")
          .definedBy(ROOT + ".feed..")
          .layer("record")
          .definedBy(ROOT + ".record..")
          .layer("change")
          .definedBy(ROOT + ".change..")
          .layer("table")
          .definedBy(ROOT + ".table..")
          .layer("config")
          .definedBy(ROOT + ".config..")
          .layer("error")
          .definedBy(ROOT + ".error..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("connector")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("feed")
          .mayOnlyBeAccessedByLayers("connector", "cli")
          .whereLayer("record")
          .mayOnlyBeAccessedByLayers("feed", "connector", "cli")
          .whereLayer("change")
          .mayOnlyBeAccessedByLayers("record", "feed", "connector", "cli")
          .whereLayer("table")
          .mayOnlyBeAccessedByLayers("change", "record", "feed", "connector", "cli")
          .whereLayer("config")
          .mayNotAccessAnyLayer()
          .whereLayer("error")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule onlyTableKnowsDeltaKernel =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".table..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta.kernel..", "org.apache.hadoop..", "org.apache.parquet..");

  @ArchTest
  static final ArchRule onlyTableReadsParquetFiles =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + ".table", ROOT + ".table.parquet")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ROOT + ".table.parquet..");

  @ArchTest
  static final ArchRule theParquetReaderKnowsTypesAndColumnsAlone =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".table.parquet..")
          .should()
          .dependOnClassesThat(
              describe(
                  "Delta Kernel's, or of the project but no type or column",
                  dependency -> {
                    String name = dependency.getBaseComponentType().getName();
                    return name.startsWith("io.delta.")
                        || (name.startsWith(ROOT + ".")
                            && !name.startsWith(ROOT + ".table.parquet.")
                            && !name.matches(TYPES_AND_COLUMNS));
                  }));

  @ArchTest
  static final ArchRule kafkaStaysAboveTheChanges =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + ".change..", ROOT + ".table..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..");

  @ArchTest
  static final ArchRule failuresAreMadeInOnePlacePerPackage =
      classes()
          .that()
          .resideInAPackage(ROOT + "..")
          .and()
          .haveSimpleNameNotEndingWith("Errors")
          .and()
          .doNotHaveSimpleName("DeltaCdfException")
          .should(not(callMethodWhere(target(FACTORY_OF_FAILURES))));
}
