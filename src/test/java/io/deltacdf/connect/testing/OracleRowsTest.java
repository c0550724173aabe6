package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OracleRowsTest {

  @Test
  void theOrderOfRowsAndColumnsDoesNotMatter() {
    assertSame(rows("{'a':1,'b':2}", "{'a':3,'b':4}"), rows("{'b':4,'a':3}", "{'b':2,'a':1}"));
  }

  @Test
  void absentColumnIsNull() {
    assertSame(rows("{'a':1,'b':null}"), rows("{'a':1}"));
    assertSame(rows("{'a':1}"), rows("{'a':1,'b':null}"));
  }

  @Test
  void rowsCountAsOftenAsTheyAreThere() {
    OracleRows twice = rows("{'a':1}", "{'a':1}");

    assertThat(twice.difference(rows("{'a':1}"))).contains("2 rows expected, 1 given; 1 missing");
    assertThat(rows("{'a':1}").difference(twice)).contains("0 missing (-), 1 unexpected (+)");
    assertSame(twice, rows("{'a':1}", "{'a':1}"));
  }

  @Test
  void differenceNamesTheColumnsOfNearRows() {
    OracleRows expected = rows("{'id':1,'v':'x','n':5}", "{'id':2,'v':'y','n':6}");
    OracleRows actual = rows("{'id':1,'v':'z','n':5}", "{'id':2,'v':'y','n':6}", "{'id':9}");

    assertThat(expected.difference(actual))
        .isEqualTo(
            """
            2 rows expected, 3 given; 1 missing (-), 2 unexpected (+)
              - {id=1, n=5, v="x"}
                but: v is "z", not "x"
              + {id=9}\
            """);
  }

  @Test
  void longDifferencesAreCut() {
    OracleRows expected =
        OracleRows.parse(IntStream.range(0, 50).mapToObj("{\"id\":%d}"::formatted).toList());

    assertThat(expected.difference(OracleRows.parse(List.of())))
        .contains("… 30 more")
        .hasLineCount(22);
  }

  @Test
  void ignoredColumnsDoNotCount() {
    OracleRows expected = rows("{'id':1,'_commit_timestamp':'2024-01-01T00:00:00.000000Z'}");
    OracleRows actual = rows("{'id':1,'_commit_timestamp':'2025-01-01T00:00:00.000000Z'}");

    assertThat(expected.difference(actual)).contains("_commit_timestamp is");
    assertThat(expected.difference(actual, OracleRows.COMMIT_TIMESTAMP)).isEmpty();
  }

  @Test
  void longDecimalsAreNotComparedAsFloats() {
    OracleRows decimal = rows("{'d':-9999999999.9999999999}");

    assertSame(decimal, rows("{'d':'-9999999999.9999999999'}"));
    assertThat(decimal.difference(rows("{'d':-1.0E10}"))).contains("+ {d=-10000000000}");
  }

  @Test
  void shortNamesOfNotANumberAndInfinityAreEqual() {
    assertSame(rows("{'a':'nan','b':'-inf'}"), rows("{'a':'NaN','b':'-Infinity'}"));
  }

  @Test
  void sampleMayLackRows() {
    assertThat(rows("{'id':1}").missing(rows("{'id':1}", "{'id':2}"))).isEmpty();
    assertThat(rows("{'id':1}", "{'id':3}").missing(rows("{'id':1}", "{'id':2}")))
        .contains("1 missing")
        .contains("- {id=3}")
        .doesNotContain("id=2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          integer | 1 | 1.0 | true
          decimal(5,2) | 1.50 | 1.5 | true
          decimal(5,2) | 1.50 | '1.50' | false
          decimal(38,0) | 12345678901234567890123456789 | 12345678901234567890123456788 | false
          double | 0.1 | 1E-1 | true
          double | 0.1 | 0.10000000149011612 | false
          double | -0.0 | 0.0 | true
          double | 'NaN' | 'NaN' | true
          double | 'Infinity' | '-Infinity' | false
          float | 0.1 | 0.10000000149011612 | true
          timestamp | '2024-01-01T00:00:00.100000Z' | '2024-01-01T01:00:00.1+01:00' | true
          timestamp | '2024-01-01T00:00:00.000001Z' | '2024-01-01T00:00:00.000000Z' | false
          timestamp | '2024-01-01T00:00:00.000000Z' | '2024-01-01T00:00:00.000000' | false
          timestamp_ntz | '2024-01-01T00:00:00.000000' | '2024-01-01T00:00:00' | true
          timestamp_ntz | '2024-01-01T00:00:00.000000' | '2024-01-01T00:00:00.000000Z' | false
          string | '1.0' | '1.00' | false
          string | '2024-01-01T00:00:00Z' | '2024-01-01T00:00:00.000Z' | false
          string | '1' | 1 | false
          date | '2024-01-01' | '2024-01-01' | true
          boolean | true | false | false
          binary | 'AA==' | 'AA' | false
          """)
  void typesOfTheSchemaSayWhatIsEqual(String type, String one, String other, boolean equal) {
    JsonNode schema = schema("{'name':'v','type':'" + type + "'}");
    OracleRows expected = rows("{'v':" + json(one) + "}").withSchema(schema);

    assertThat(expected.difference(rows("{'v':" + json(other) + "}")).isEmpty()).isEqualTo(equal);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          '-999.990' | -999.99 | true
          '12' | 12 | true
          '12' | 13 | false
          0.23399999737739563 | 0.234 | true
          0.1 | 0.2 | false
          123456789.123 | 123456789.124 | false
          'base64:AAA=' | 'AAA=' | true
          '2020-01-01 08:09:10.001' | '2020-01-01T08:09:10.001000Z' | true
          '2020-01-01T08:09:10' | '2020-01-01T08:09:11.000000Z' | false
          'abc' | 'abd' | false
          """)
  void withoutSchemaDifferentNotationsAreEqual(String one, String other, boolean equal) {
    OracleRows expected = rows("{'v':" + json(one) + "}");

    assertThat(expected.difference(rows("{'v':" + json(other) + "}")).isEmpty()).isEqualTo(equal);
  }

  @Test
  void nestedValuesFollowTheirTypes() {
    JsonNode schema =
        schema(
            "{'name':'s','type':{'type':'struct','fields':[{'name':'f','type':'float'}]}}",
            "{'name':'a','type':{'type':'array','elementType':'timestamp'}}",
            "{'name':'m','type':{'type':'map','keyType':'string','valueType':'integer'}}");
    OracleRows expected =
        rows("{'s':{'f':0.1},'a':['2024-01-01T00:00:00Z',null],'m':{'x':null,'y':1}}")
            .withSchema(schema);

    assertSame(
        expected,
        rows(
            "{'s':{'f':0.10000000149011612},'a':['2024-01-01T00:00:00.000000Z',null],"
                + "'m':{'y':1,'x':null}}"));
    // A null in an array or a map is there; a struct of nulls is no null.
    assertThat(
            expected.difference(
                rows("{'s':{'f':0.1},'a':['2024-01-01T00:00:00Z'],'m':{'y':1,'x':null}}")))
        .contains("a is [2024-01-01T00:00:00.000000Z], not");
    assertThat(
            expected.difference(
                rows("{'s':{'f':0.1},'a':['2024-01-01T00:00:00Z',null],'m':{'y':1}}")))
        .contains("m is {y=1}, not {x=null, y=1}");
    assertThat(rows("{'s':{}}").withSchema(schema).difference(rows("{'s':null}"))).isNotEmpty();
    assertSame(rows("{'s':{'f':null}}").withSchema(schema), rows("{'s':{}}"));
  }

  @Test
  void projectionLeavesTheColumnsOfTheSchema() {
    JsonNode schema =
        schema(
            "{'name':'id','type':'integer'}",
            "{'name':'later','type':'string'}",
            "{'name':'s','type':{'type':'struct','fields':[{'name':'x','type':'integer'},"
                + "{'name':'y','type':'integer'}]}}",
            "{'name':'a','type':{'type':'array','elementType':{'type':'struct','fields':"
                + "[{'name':'x','type':'integer'}]}}}",
            "{'name':'m','type':{'type':'map','keyType':'string','valueType':'integer'}}");

    OracleRows projected =
        rows("{'id':1,'dropped':2,'s':{'x':3,'z':4},'a':[{'x':5,'z':6},null],'m':{'k':null}}")
            .project(schema);

    assertThat(projected.rows())
        .hasToString(
            "["
                + json(
                    "{'id':1,'later':null,'s':{'x':3,'y':null},'a':[{'x':5},null],'m':{'k':null}}")
                + "]");
    assertThat(projected.schema()).contains(schema);
  }

  @Test
  void betweenTakesTheCommitsOfARange() {
    OracleRows rows =
        rows("{'_commit_version':1}", "{'_commit_version':2}", "{'_commit_version':3}");

    assertSame(rows("{'_commit_version':2}", "{'_commit_version':3}"), rows.between(2, 3));
  }

  @Test
  void readsJsonLinesWithoutLossOfDigits(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("rows.jsonl"), "{\"d\":0.12345678901234567890123456789}\n");

    assertThat(OracleRows.read(file).rows())
        .hasToString("[{\"d\":0.12345678901234567890123456789}]");
  }

  @Test
  void namesTheLineThatIsNotARow() {
    assertThatThrownBy(() -> OracleRows.parse(List.of("{}", "[1]")))
        .hasMessage("Not a JSON object: [1]");
    assertThatThrownBy(() -> OracleRows.parse(List.of("{\"a\":"))).hasMessage("Not JSON: {\"a\":");
  }

  private static void assertSame(OracleRows expected, OracleRows actual) {
    assertThat(expected.difference(actual)).isEmpty();
  }

  private static OracleRows rows(String... rows) {
    return OracleRows.parse(List.of(rows).stream().map(OracleRowsTest::json).toList());
  }

  private static JsonNode schema(String... fields) {
    return OracleRows.json(json("{'type':'struct','fields':[" + String.join(",", fields) + "]}"));
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"');
  }
}
