package io.deltacdf.connect;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import io.deltacdf.connect.error.DeltaCdfException;
import java.util.List;

/**
 * Packages import only those below them: command line, connector, discovery, validation, source,
 * record, header, avro, change, offset, row, table, catalog. All may use options, errors and the
 * leaf package of columns and types.
 */
@AnalyzeClasses(
    packages = "io.deltacdf.connect",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "io.deltacdf.connect";

  private static final String TYPES_AND_COLUMNS =
      "io\\.deltacdf\\.connect\\.table\\.column\\."
          + "(Column|NullColumn|BytesSink|Ascii|DataType|FieldNames)([$].*)?";

  private static final DescribedPredicate<AccessTarget> FACTORY_OF_FAILURES =
      describe(
          "a factory of DeltaCdfException",
          target ->
              target.getOwner().isEquivalentTo(DeltaCdfException.class)
                  && (target.getName().equals("permanent")
                      || target.getName().equals("retriable")));

  /** Each package may import those after it in this list, and none of those before it. */
  private static final List<String> TOP_DOWN =
      List.of(
          ROOT + ".cli..",
          ROOT,
          ROOT + ".discovery..",
          ROOT + ".validation..",
          ROOT + ".source..",
          ROOT + ".metrics..",
          ROOT + ".record..",
          ROOT + ".header..",
          ROOT + ".avro..",
          ROOT + ".change..",
          ROOT + ".offset..",
          ROOT + ".row..",
          ROOT + ".table..",
          ROOT + ".catalog..");

  private static final String CONFIG = ROOT + ".config..";
  private static final String ERROR = ROOT + ".error..";
  private static final String REDACTION = ROOT + ".redaction..";

  @ArchTest static final ArchRule importsGoDown = importsGoDown();

  private static ArchRule importsGoDown() {
    CompositeArchRule rules =
        CompositeArchRule.of(importsNone(CONFIG, TOP_DOWN))
            .and(importsNone(CONFIG, List.of(ERROR)))
            .and(importsNone(ERROR, TOP_DOWN))
            .and(importsNone(ERROR, List.of(CONFIG)))
            .and(importsNone(REDACTION, TOP_DOWN))
            .and(importsNone(REDACTION, List.of(CONFIG, ERROR)));
    for (int i = 1; i < TOP_DOWN.size(); i++) {
      rules = rules.and(importsNone(TOP_DOWN.get(i), TOP_DOWN.subList(0, i)));
    }
    return rules;
  }

  private static ArchRule importsNone(String importing, List<String> imported) {
    return noClasses()
        .that()
        .resideInAPackage(importing)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(imported.toArray(String[]::new));
  }

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
          .resideOutsideOfPackages(ROOT + ".table..")
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
          .resideInAnyPackage(
              ROOT + ".change..",
              ROOT + ".offset..",
              ROOT + ".row..",
              ROOT + ".table..",
              ROOT + ".catalog..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..");

  @ArchTest
  static final ArchRule rowKnowsColumnsAndTypesAlone =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".row..")
          .should()
          .dependOnClassesThat(
              describe(
                  "of the project but neither in row nor in table.column",
                  dependency -> {
                    String in = dependency.getBaseComponentType().getPackageName();
                    return in.startsWith(ROOT)
                        && !in.equals(ROOT + ".row")
                        && !in.equals(ROOT + ".table.column");
                  }));

  @ArchTest
  static final ArchRule avroKnowsNoRowsAndTables =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".avro..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + ".change..", ROOT + ".offset..", ROOT + ".row..", ROOT + ".table..");

  @ArchTest
  static final ArchRule avroBytesAreALeaf =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".avro.binary..")
          .should()
          .dependOnClassesThat(
              describe(
                  "of the project but not in avro.binary",
                  dependency -> {
                    String in = dependency.getBaseComponentType().getPackageName();
                    return in.startsWith(ROOT) && !in.equals(ROOT + ".avro.binary");
                  }));

  @ArchTest
  static final ArchRule columnsAreALeaf =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".table.column..")
          .should()
          .dependOnClassesThat(
              describe(
                  "of the project but not in table.column",
                  dependency -> {
                    String in = dependency.getBaseComponentType().getPackageName();
                    return in.startsWith(ROOT) && !in.equals(ROOT + ".table.column");
                  }));

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
