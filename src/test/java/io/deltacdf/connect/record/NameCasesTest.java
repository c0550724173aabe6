package io.deltacdf.connect.record;

import static io.deltacdf.connect.testing.Schemas.array;
import static io.deltacdf.connect.testing.Schemas.field;
import static io.deltacdf.connect.testing.Schemas.map;
import static io.deltacdf.connect.testing.Schemas.schema;
import static io.deltacdf.connect.testing.Schemas.struct;
import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deltacdf.connect.error.DeltaCdfException;
import io.deltacdf.connect.error.ErrorCode;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.DataType.Primitive;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Column names that are invalid in Avro, and nested structs. */
class NameCasesTest {
  private static final String AVRO_NAME = "[A-Za-z_][A-Za-z0-9_]*";
  private static final Predicate<String> AVRO_NAME_ONLY =
      Pattern.compile(AVRO_NAME).asMatchPredicate();

  private static final List<String> ODD =
      List.of("id.num", "id.num`s", "field.one", "1st", "größe", "a b", "@x", "/VSO/x");
  private static final Map<String, List<String>> ADJUSTED =
      Map.of(
          "none",
          ODD,
          "avro",
          List.of("id_num", "id_num_s", "field_one", "_1st", "gr__e", "a_b", "_x", "_VSO_x"),
          "avro_unicode",
          List.of(
              "id_u002enum",
              "id_u002enum_u0060s",
              "field_u002eone",
              "_u0031st",
              "gr_u00f6_u00dfe",
              "a_u0020b",
              "_u0040x",
              "_u002fVSO_u002fx"));

  @ParameterizedTest
  @ValueSource(strings = {"none", "avro", "avro_unicode"})
  void C62_valuesAreFoundByTheAdjustedNames(String mode) {
    io.deltacdf.connect.table.column.Field[] columns =
        ODD.stream()
            .map(name -> field(name, Primitive.STRING))
            .toArray(io.deltacdf.connect.table.column.Field[]::new);
    Object[] values = ODD.stream().map(name -> "value of " + name).toArray();

    // A key column with an invalid name is found by its name in the table.
    Struct row =
        (Struct)
            new RecordFixture("id.num", "field.name.adjustment.mode", mode)
                .create(schema(columns), values)
                .value();

    List<String> names = ADJUSTED.get(mode);
    for (int i = 0; i < ODD.size(); i++) {
      assertThat(row.get(names.get(i))).as(names.get(i)).isEqualTo("value of " + ODD.get(i));
    }
    assertThat(row.schema().fields().subList(0, ODD.size()).stream().map(Field::name))
        .isEqualTo(names);
  }

  /** Includes keys, and structs in structs, arrays and maps, with their schema names. */
  @ParameterizedTest
  @ValueSource(strings = {"avro", "avro_unicode"})
  void C62_allAdjustedNamesAreValidInAvro(String mode) {
    List<io.deltacdf.connect.table.column.Field> columns = new ArrayList<>();
    columns.add(field("1 k", Primitive.LONG));
    columns.add(field("k.2", Primitive.STRING));
    for (String name : ODD) {
      DataType innermost = struct(field(name, Primitive.STRING));
      DataType inner = struct(field(name, map(innermost, innermost)));
      columns.add(field(name, struct(field(name, array(inner)))));
    }
    Object[] row = new Object[columns.size()];
    row[0] = 1L;
    row[1] = "x";

    SourceRecord record =
        new RecordFixture(
                "1 k,k.2",
                "topic.prefix",
                "my-shop.1",
                "field.name.adjustment.mode",
                mode,
                "schema.name.adjustment.mode",
                mode)
            .create(new TableSchema(columns, List.of()), row);

    List<Schema> structures = new ArrayList<>();
    collectStructures(record.keySchema(), structures);
    collectStructures(record.valueSchema(), structures);
    assertThat(structures).hasSize(2 + 4 * ODD.size());
    assertThat(structures).extracting(Schema::name).doesNotHaveDuplicates();
    assertThat(structures)
        .allSatisfy(
            structure -> {
              assertThat(structure.name()).matches(AVRO_NAME + "(\\." + AVRO_NAME + ")*");
              assertThat(structure.fields()).extracting(Field::name).allMatch(AVRO_NAME_ONLY);
            });
  }

  private static void collectStructures(Schema schema, List<Schema> structures) {
    switch (schema.type()) {
      case STRUCT -> {
        structures.add(schema);
        schema.fields().forEach(field -> collectStructures(field.schema(), structures));
      }
      case ARRAY -> collectStructures(schema.valueSchema(), structures);
      case MAP -> {
        collectStructures(schema.keySchema(), structures);
        collectStructures(schema.valueSchema(), structures);
      }
      default -> {}
    }
  }

  /** The value has only one of the two columns. */
  @Test
  void C62_keyColumnsWithTheSameAdjustedNameAreRejected() {
    TableSchema table = schema(field("a.k", Primitive.LONG), field("a k", Primitive.STRING));

    assertThatThrownBy(
            () ->
                new RecordFixture(
                        "a.k,a k",
                        "column.exclude.list",
                        "a k",
                        "field.name.adjustment.mode",
                        "avro")
                    .version(table))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContaining("Key columns 'a.k' and 'a k' of table 'orders'")
        .hasMessageContaining("'a_k'");
  }

  /** The adjusted names of the columns are those of metadata columns. */
  @ParameterizedTest
  @ValueSource(strings = {"row", "debezium"})
  void aColumnNamedLikeAMetadataColumnThatIsNotPublishedKeepsItsValue(String format) {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("-change_type", Primitive.STRING),
            field("-commit_version", Primitive.LONG),
            field("-commit_timestamp", Primitive.STRING));

    Struct value =
        (Struct)
            new RecordFixture(
                    "id",
                    "record.format",
                    format,
                    format.equals("row") ? "value.metadata.columns" : "include.preimages",
                    format.equals("row") ? "" : "false",
                    "field.name.adjustment.mode",
                    "avro")
                .create(table, 1L, "mine", 77L, "then")
                .value();

    Struct row = format.equals("row") ? value : value.getStruct("after");
    assertThat(row.schema().fields()).hasSize(4);
    assertThat(row.get("_change_type")).isEqualTo("mine");
    assertThat(row.get("_commit_version")).isEqualTo(77L);
    assertThat(row.get("_commit_timestamp")).isEqualTo("then");
  }

  @ParameterizedTest
  @ValueSource(strings = {"_change_type", "_commit_version", "_commit_timestamp"})
  void aColumnAndAMetadataColumnWithTheSameAdjustedNameAreRejected(String metadata) {
    String column = metadata.replaceFirst("_", "-");
    TableSchema table = schema(field("id", Primitive.LONG), field(column, Primitive.STRING));

    assertRejected(
        table,
        "Column '" + column + "' of table 'orders' and the metadata column '" + metadata + "'",
        "value.metadata.columns");
  }

  @Test
  void fieldsOfOneStructWithTheSameAdjustedNameAreRejected() {
    DataType inner = struct(field("a.b", Primitive.LONG), field("a b", Primitive.STRING));

    for (DataType type :
        List.of(inner, array(inner), map(Primitive.STRING, struct(field("x", inner))))) {
      assertRejected(
          schema(field("id", Primitive.LONG), field("s", type)), ".a.b'", ".a b'", "'a_b'");
    }
  }

  /** A name is unique in its struct only, so the same names at several depths do not conflict. */
  @Test
  void fieldsOfSeveralStructsMayHaveTheSameAdjustedName() {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("a b", struct(field("a.b", struct(field("_change_type", Primitive.STRING))))));

    Struct row =
        (Struct)
            new RecordFixture("id", "field.name.adjustment.mode", "avro")
                .create(table, 1L, asList(asList("x")))
                .value();

    assertThat(row.getStruct("a_b").getStruct("a_b").get("_change_type")).isEqualTo("x");
    assertThat(row.get("_change_type")).isEqualTo("insert");
  }

  private static void assertRejected(TableSchema table, String... texts) {
    RecordFixture fixture = new RecordFixture("id", "field.name.adjustment.mode", "avro");
    assertThatThrownBy(() -> RecordFactory.check(fixture.table, fixture.records, table, 7))
        .isInstanceOfSatisfying(
            DeltaCdfException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COLUMN_UNSUPPORTED))
        .hasMessageContainingAll(texts);
  }

  /** The remedies that the error message names. */
  @Test
  void aColumnWithAConflictingNameCanBeExcluded() {
    TableSchema table =
        schema(
            field("id", Primitive.LONG),
            field("a.k", Primitive.LONG),
            field("a k", Primitive.STRING));

    Struct row =
        (Struct)
            new RecordFixture(
                    "id", "column.exclude.list", "a k", "field.name.adjustment.mode", "avro")
                .create(table, 1L, 2L, "x")
                .value();

    assertThat(row.get("a_k")).isEqualTo(2L);
  }

  @Test
  void C64_structsOfTheSameNameHaveDistinctSchemaNamesInAllVersions() {
    DataType inner = struct(field("s", Primitive.LONG));
    TableSchema before =
        schema(
            field("id", Primitive.LONG),
            field("s", struct(field("s", inner))),
            field("t", struct(field("s", struct(field("x", Primitive.STRING))))));
    TableSchema after =
        schema(
            field("new", Primitive.STRING),
            field("id", Primitive.LONG),
            field("t", struct(field("s", struct(field("x", Primitive.STRING))))),
            field("s", struct(field("s", inner), field("more", Primitive.LONG))));
    RecordFixture fixture = new RecordFixture("id");

    Struct first =
        (Struct) fixture.create(before, 1L, asList(asList(7L)), asList(asList("y"))).value();
    Struct second =
        (Struct)
            fixture.create(after, "n", 1L, asList(asList("y")), asList(asList(8L), null)).value();

    for (Struct row : List.of(first, second)) {
      Schema s = row.schema().field("s").schema();
      Schema t = row.schema().field("t").schema();
      assertThat(s.name()).isEqualTo("shop.orders.Value.s");
      assertThat(s.field("s").schema().name()).isEqualTo("shop.orders.Value.s.s");
      assertThat(t.name()).isEqualTo("shop.orders.Value.t");
      assertThat(t.field("s").schema().name()).isEqualTo("shop.orders.Value.t.s");
    }
    assertThat(second.getStruct("s").getStruct("s").get("s")).isEqualTo(8L);
  }
}
