package io.deltacdf.connect.table.column;

import static io.deltacdf.connect.table.column.DataType.Primitive.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              new Field("A", "col-X", LONG, true),
              new Field("a", "col-x", LONG, true),
              new Field("B", "col-Y", LONG, true)),
          List.of());

  @Test
  void theExactNameIsPreferred() {
    assertThat(SCHEMA.ordinalOf("A")).isZero();
    assertThat(SCHEMA.ordinalOf("a")).isEqualTo(1);
    assertThat(SCHEMA.physicalOrdinalOf("col-X")).isZero();
    assertThat(SCHEMA.physicalOrdinalOf("col-x")).isEqualTo(1);
  }

  @Test
  void aNameThatNoFieldHasIsFoundInAnyCase() {
    assertThat(SCHEMA.ordinalOf("b")).isEqualTo(2);
    assertThat(SCHEMA.physicalOrdinalOf("COL-y")).isEqualTo(2);
    assertThat(SCHEMA.physicalOrdinalOf("COL-X")).isZero();
  }

  @Test
  void logicalAndPhysicalNamesAreNotMixed() {
    assertThat(SCHEMA.ordinalOf("col-Y")).isEqualTo(-1);
    assertThat(SCHEMA.physicalOrdinalOf("B")).isEqualTo(-1);
  }
}
