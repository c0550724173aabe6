package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.decimal;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.mapped;
import static io.deltacdf.connect.testing.Schemas.required;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.offset.SourceOffsetCodec;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import io.deltacdf.connect.table.column.TypeNames;
import io.deltacdf.connect.testing.CapturedLog;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnsafeSchemaChangeTest {
  private static final String DECIMALS = "decimal.handling.mode=";
  private static final String FLOATS = "float.special.handling=";
  private static final String TIMES = "time.precision.mode=";
  private static final String BINARIES = "binary.handling.mode=";
  private static final String DEFAULTS = "decimal.handling.mode=precise";

  private static TableSchema with(DataType type) {
    return schema(field("id", Primitive.LONG), field("v", type));
  }

  private static RecordFixture fixture(String option) {
    String[] parts = option.split("=");
    return new RecordFixture("id", parts[0], parts[1]);
  }

  static Stream<Arguments> safe() {
    return Stream.of(
        Arguments.of(Primitive.BYTE, Primitive.SHORT, DEFAULTS),
        Arguments.of(Primitive.BYTE, Primitive.INTEGER, DEFAULTS),
        Arguments.of(Primitive.BYTE, Primitive.LONG, DEFAULTS),
        Arguments.of(Primitive.SHORT, Primitive.INTEGER, DEFAULTS),
        Arguments.of(Primitive.SHORT, Primitive.LONG, DEFAULTS),
        Arguments.of(Primitive.INTEGER, Primitive.LONG, DEFAULTS),
        Arguments.of(Primitive.BYTE, Primitive.DOUBLE, DEFAULTS),
        Arguments.of(Primitive.SHORT, Primitive.DOUBLE, DEFAULTS),
        Arguments.of(Primitive.INTEGER, Primitive.DOUBLE, DEFAULTS),
        Arguments.of(Primitive.FLOAT, Primitive.DOUBLE, DEFAULTS),
        Arguments.of(decimal(6, 2), decimal(9, 2), DEFAULTS),
        Arguments.of(decimal(6, 2), decimal(12, 4), DECIMALS + "string"),
        Arguments.of(decimal(6, 2), decimal(12, 4), DECIMALS + "double"),
        Arguments.of(decimal(6, 2), Primitive.DOUBLE, DECIMALS + "double"),
        Arguments.of(Primitive.INTEGER, decimal(10, 0), DECIMALS + "double"),
        Arguments.of(Primitive.DATE, Primitive.TIMESTAMP_NTZ, TIMES + "isostring"),
        Arguments.of(decimal(6, 2), Primitive.STRING, DECIMALS + "string"),
        Arguments.of(Primitive.FLOAT, Primitive.DOUBLE, FLOATS + "text"),
        Arguments.of(Primitive.DOUBLE, Primitive.STRING, FLOATS + "text"),
        Arguments.of(Primitive.INTEGER, Primitive.DOUBLE, FLOATS + "null"),
        Arguments.of(array(Primitive.INTEGER), array(Primitive.LONG), DEFAULTS),
        Arguments.of(
            map(Primitive.INTEGER, Primitive.FLOAT),
            map(Primitive.LONG, Primitive.DOUBLE),
            DEFAULTS),
        Arguments.of(
            struct(field("a", Primitive.INTEGER), field("b", Primitive.STRING)),
            struct(field("c", Primitive.DATE), field("a", Primitive.LONG)),
            DEFAULTS));
  }

  @ParameterizedTest
  @MethodSource("safe")
  void safeChangesArePublished(DataType from, DataType to, String option) {
    RecordFixture fixture = fixture(option).version(with(from));

    assertThatCode(() -> fixture.version(with(to))).doesNotThrowAnyException();
  }

  static Stream<Arguments> unsafe() {
    return Stream.of(
        Arguments.of(decimal(6, 2), decimal(12, 4), DEFAULTS, "decimal.handling.mode=string"),
        Arguments.of(decimal(6, 2), decimal(5, 2), DEFAULTS, "decimal.handling.mode=string"),
        Arguments.of(Primitive.INTEGER, decimal(10, 0), DEFAULTS, ""),
        Arguments.of(Primitive.INTEGER, decimal(10, 0), DECIMALS + "string", ""),
        Arguments.of(Primitive.LONG, decimal(20, 0), DEFAULTS, ""),
        Arguments.of(Primitive.LONG, decimal(20, 0), DECIMALS + "double", ""),
        Arguments.of(Primitive.DATE, Primitive.TIMESTAMP_NTZ, DEFAULTS, TIMES + "isostring"),
        Arguments.of(
            Primitive.DATE, Primitive.TIMESTAMP_NTZ, TIMES + "connect", TIMES + "isostring"),
        Arguments.of(Primitive.TIMESTAMP, Primitive.TIMESTAMP_NTZ, DEFAULTS, ""),
        Arguments.of(Primitive.TIMESTAMP, Primitive.TIMESTAMP_NTZ, TIMES + "isostring", ""),
        Arguments.of(Primitive.TIMESTAMP, Primitive.LONG, DEFAULTS, ""),
        Arguments.of(Primitive.LONG, Primitive.INTEGER, DEFAULTS, ""),
        Arguments.of(Primitive.LONG, Primitive.DOUBLE, DEFAULTS, ""),
        Arguments.of(Primitive.INTEGER, Primitive.FLOAT, DEFAULTS, ""),
        Arguments.of(Primitive.INTEGER, Primitive.DOUBLE, FLOATS + "text", ""),
        Arguments.of(Primitive.DOUBLE, Primitive.FLOAT, DEFAULTS, ""),
        Arguments.of(Primitive.STRING, Primitive.LONG, DEFAULTS, ""),
        Arguments.of(Primitive.STRING, Primitive.BINARY, BINARIES + "base64", ""),
        Arguments.of(Primitive.BOOLEAN, Primitive.BYTE, DEFAULTS, ""),
        Arguments.of(struct(field("a", Primitive.LONG)), Primitive.STRING, DEFAULTS, ""),
        Arguments.of(array(Primitive.LONG), map(Primitive.LONG, Primitive.LONG), DEFAULTS, ""));
  }

  @ParameterizedTest
  @MethodSource("unsafe")
  void unsafeChangesFailWithTheirRemedies(DataType from, DataType to, String option, String mode) {
    RecordFixture fixture = fixture(option).version(with(from));

    assertThatThrownBy(() -> fixture.version(with(to)))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSAFE_SCHEMA_CHANGE))
        .hasMessageContainingAll(
            "Version 2 of table 'orders'",
            "'v' from " + TypeNames.of(from) + " to " + TypeNames.of(to),
            "'shop.orders'",
            "new snapshot",
            "'tables.orders.unsafe.schema.change=publish'")
        .satisfies(
            e ->
                assertThat(e.getMessage().contains("does not change the published type"))
                    .isEqualTo(!mode.isEmpty()))
        .hasMessageContaining(mode);
  }

  @Test
  void everyPartOfANestedTypeIsCompared() {
    RecordFixture fixture =
        new RecordFixture("id")
            .version(
                with(
                    struct(
                        field("a", array(struct(field("p", decimal(6, 2))))),
                        field("m", map(Primitive.DATE, Primitive.STRING)))));

    assertThatThrownBy(
            () ->
                fixture.version(
                    with(
                        struct(
                            field("a", array(struct(field("p", decimal(6, 3))))),
                            field("m", map(Primitive.TIMESTAMP_NTZ, Primitive.LONG))))))
        .hasMessageContainingAll(
            "'v.a.element.p' from decimal(6,2) to decimal(6,3)",
            "'v.m.key' from date to timestamp_ntz",
            "'v.m.value' from string to long")
        // No single mode would help all of them.
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("handling.mode"));
  }

  @Test
  void theMessageListsOnlyTheFirstOfManyChanges() {
    Field[] before = new Field[13];
    Field[] after = new Field[13];
    for (int i = 0; i < before.length; i++) {
      before[i] = field("c" + i, i == 0 ? Primitive.LONG : Primitive.STRING);
      after[i] = field("c" + i, i == 0 ? Primitive.LONG : Primitive.DATE);
    }
    RecordFixture fixture = new RecordFixture("c0").version(schema(before));

    assertThatThrownBy(() -> fixture.version(schema(after)))
        .hasMessageContaining("'c10' from string to date and 2 more");
  }

  @Test
  void addingDroppingRenamingMovingAndNullabilityAreSafe() {
    RecordFixture fixture =
        new RecordFixture("id", "schema.nullability", "table")
            .version(
                schema(
                    mapped("id", "c1", Primitive.LONG),
                    mapped("a", "c2", Primitive.STRING),
                    required("b", Primitive.DATE)));

    assertThatCode(
            () ->
                fixture.version(
                    schema(
                        field("b", Primitive.DATE),
                        mapped("new", "c4", Primitive.BINARY),
                        mapped("renamed", "c2", Primitive.STRING),
                        mapped("id", "c1", Primitive.LONG))))
        .doesNotThrowAnyException();
  }

  @Test
  void aReplacedColumnOfTheSameNameIsATypeChange() {
    RecordFixture fixture =
        new RecordFixture("id")
            .version(
                schema(
                    mapped("id", "c1", Primitive.LONG),
                    mapped("a", "c2", Primitive.STRING),
                    mapped("b", "c3", Primitive.LONG)));

    assertThatThrownBy(
            () ->
                fixture.version(
                    schema(mapped("id", "c1", Primitive.LONG), mapped("a", "c3", Primitive.LONG))))
        .hasMessageContaining("'a' from string to long");
  }

  @Test
  void publishContinuesWithAWarning() {
    RecordFixture fixture = new RecordFixture("id", "unsafe.schema.change", "publish");
    fixture.create(with(Primitive.STRING), 1L, "x");

    try (CapturedLog log = new CapturedLog(RecordMappers.class)) {
      SourceRecord record = fixture.create(with(Primitive.LONG), 1L, 2L);

      assertThat(record.valueSchema().field("v").schema().type().name()).isEqualTo("INT64");
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("Version 2 of table 'orders' changes the type of 'v' from string to long");
    }
  }

  @Test
  void theOptionCanBeSetForATable() {
    RecordFixture fixture =
        new RecordFixture(
                "id",
                "unsafe.schema.change",
                "publish",
                "tables.orders.unsafe.schema.change",
                "fail")
            .version(with(Primitive.STRING));

    assertThatThrownBy(() -> fixture.version(with(Primitive.LONG)))
        .isInstanceOf(DeltaCdfException.class);
  }

  @Test
  void theFirstVersionIsSafeUnlessARunWasResumed() {
    VersionContext changing =
        RecordFixture.context(5, with(Primitive.STRING), with(Primitive.LONG), Optional.empty());
    RecordFixture first = new RecordFixture("id");
    RecordFixture again = new RecordFixture("id");
    again.factory.resume(SourceOffsetCodec.read("orders", Map.of("version", 4L)));

    assertThatCode(() -> first.factory.startVersion(changing)).doesNotThrowAnyException();
    assertThatThrownBy(() -> again.factory.startVersion(changing))
        .hasMessageContaining("Version 5 of table 'orders'");
  }

  @Test
  void aNewSnapshotIsComparedWithThePublishedSchema() {
    RecordFixture fixture = new RecordFixture("id").version(with(Primitive.STRING));

    assertThatThrownBy(() -> fixture.snapshot(with(Primitive.LONG), "s"))
        .hasMessageContaining("Version 2 of table 'orders'");
  }
}
