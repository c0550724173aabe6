package io.deltacdf.connect.table.parquet;

import static io.deltacdf.connect.table.column.DataType.Primitive.INTEGER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Test;

class FieldLookupTest {
  private static Optional<String> find(String fields, String name, int id) {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + fields + " }");
    return FieldLookup.find(schema, new RequestedColumn(name, id, INTEGER, List.of(), false))
        .map(Type::getName);
  }

  @Test
  void theExactNameIsPreferredToOneInAnotherCase() {
    String fields = "required int32 A; required int32 a; required int32 B;";

    assertThat(find(fields, "a", RequestedColumn.NO_ID)).contains("a");
    assertThat(find(fields, "A", RequestedColumn.NO_ID)).contains("A");
    assertThat(find(fields, "b", RequestedColumn.NO_ID)).contains("B");
    assertThat(find(fields, "c", RequestedColumn.NO_ID)).isEmpty();
  }

  @Test
  void aFieldIsFoundByItsIdWhateverItsName() {
    String fields = "required int32 a = 2; required int32 b = 1;";

    assertThat(find(fields, "a", 1)).contains("b");
    assertThat(find(fields, "a", 2)).contains("a");
  }

  @Test
  void aFieldWithAnotherIdIsNotFoundByItsName() {
    assertThat(find("required int32 a = 2;", "a", 3)).isEmpty();
  }

  @Test
  void fieldsWithoutIdsAreFoundByName() {
    assertThat(find("required int32 a;", "a", 3)).contains("a");
  }

  @Test
  void idsAreIgnoredIfNoneIsRequested() {
    assertThat(find("required int32 a = 7;", "a", RequestedColumn.NO_ID)).contains("a");
  }
}
