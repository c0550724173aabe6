package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.mapped;
import static io.deltacdf.connect.testing.Schemas.schema;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Optional;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A rename must not silently publish or leave out a column. */
class RenamedColumnListTest {
  private static final TableSchema OLD =
      schema(field("id", Primitive.LONG), mapped("ssn", "col-1", Primitive.STRING));
  private static final TableSchema NEW =
      schema(field("id", Primitive.LONG), mapped("tax_id", "col-1", Primitive.STRING));

  @ParameterizedTest
  @CsvSource({
    "column.exclude.list, ssn, published, 'to leave out the column, or neither to publish it'",
    "column.exclude.list, tax_id, left out, 'to leave out the column, or neither to publish it'",
    "column.include.list, ssn, left out, 'to publish the column, or neither to leave it out'",
    "column.include.list, tax_id, published, 'to publish the column, or neither to leave it out'",
  })
  void aListWithOneOfTheNamesIsRejected(String option, String list, String becomes, String remedy) {
    RecordFixture fixture = new RecordFixture("id", option, list);
    fixture.create(OLD, 1L, "x");

    assertThatThrownBy(() -> fixture.version(NEW))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContainingAll(
            "Version 2 of table 'orders' renames column 'ssn' to 'tax_id'",
            "'" + option + "' matches only one",
            "would be " + becomes,
            remedy);
  }

  @ParameterizedTest
  @CsvSource({
    "column.exclude.list, 'ssn,tax_id'",
    "column.exclude.list, other",
    "column.include.list, 'id,ssn,tax_id'",
    "column.include.list, id",
  })
  void aListWithBothNamesOrNeitherIsAccepted(String option, String list) {
    RecordFixture fixture = new RecordFixture("id", option, list);
    fixture.create(OLD, 1L, "x");

    assertThatCode(() -> fixture.version(NEW)).doesNotThrowAnyException();
  }

  @Test
  void aRenameInTheFirstVersionIsRejectedToo() {
    RecordFixture fixture = new RecordFixture("id", "column.exclude.list", "tax_id");

    assertThatThrownBy(
            () ->
                fixture.factory.startVersion(RecordFixture.context(5, OLD, NEW, Optional.empty())))
        .hasMessageContaining("renames column 'ssn' to 'tax_id'");
  }

  /** Only the name is the same: it is another column, to which the list applies in the same way. */
  @Test
  void aColumnDroppedAndAddedAgainIsNotRenamed() {
    RecordFixture fixture = new RecordFixture("id", "column.exclude.list", "ssn");
    fixture.create(OLD, 1L, "x");
    TableSchema readded =
        schema(field("id", Primitive.LONG), mapped("ssn", "col-2", Primitive.STRING));

    SourceRecord record = fixture.create(readded, 1L, "y");

    assertThat(record.valueSchema().field("ssn")).isNull();
  }
}
