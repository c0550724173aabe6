package io.deltacdf.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.Field;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaDifferenceTest {
  private static final Field ID = new Field("id", "id", Primitive.LONG, true);
  private static final Field NAME = new Field("name", "c1", Primitive.STRING, true);

  @Test
  void describesEachKindOfDifference() {
    assertThat(difference(List.of(ID), List.of(ID, NAME))).isEqualTo("added 'name'");
    assertThat(difference(List.of(ID, NAME), List.of(ID))).isEqualTo("dropped 'name'");
    assertThat(
            difference(
                List.of(ID, NAME),
                List.of(
                    new Field("id", "id", Primitive.STRING, true),
                    new Field("title", "c1", Primitive.STRING, true))))
        .isEqualTo("changed the type of 'id', renamed 'name' to 'title'");
    assertThat(difference(List.of(ID), List.of(new Field("id", "id", Primitive.LONG, false))))
        .isEqualTo("made 'id' not nullable");
    assertThat(difference(List.of(ID, NAME), List.of(NAME, ID))).isEqualTo("reordered the columns");
  }

  @Test
  void aColumnDroppedAndAddedAgainIsANewColumn() {
    assertThat(difference(List.of(NAME), List.of(new Field("name", "c2", Primitive.STRING, true))))
        .isEqualTo("added 'name', dropped 'name'");
  }

  @Test
  void aColumnWhoseNameChangesItsCaseIsTheSameColumn() {
    assertThat(
            difference(
                List.of(new Field("Id", "Id", Primitive.LONG, true), NAME), List.of(ID, NAME)))
        .isEqualTo("renamed 'Id' to 'id'");
  }

  private static String difference(List<Field> before, List<Field> after) {
    return SchemaDifference.of(
        new TableSchema(before, List.of()), new TableSchema(after, List.of()));
  }
}
