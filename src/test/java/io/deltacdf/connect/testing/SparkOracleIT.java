package io.deltacdf.connect.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Tests the oracle with three tables whose content is known. */
class SparkOracleIT {

  @Test
  void givesTheChangesOfATable() {
    Path table = SparkTables.shared(SparkTables.kind("key_update"));

    OracleRows changes = SparkOracle.shared().changes(table, VersionRange.of(2, 2));

    assertThat(
            rows(
                    "{'id':1,'v':'v1','_change_type':'update_preimage','_commit_version':2}",
                    "{'id':101,'v':'v1','_change_type':'update_postimage','_commit_version':2}",
                    "{'id':5,'v':'v5','_change_type':'update_preimage','_commit_version':2}",
                    "{'id':105,'v':'v5','_change_type':'update_postimage','_commit_version':2}")
                .difference(changes, OracleRows.COMMIT_TIMESTAMP))
        .isEmpty();
    assertThat(changes.rows())
        .allSatisfy(
            row ->
                assertThat(row.path(OracleRows.COMMIT_TIMESTAMP).asText())
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z"));
    assertThat(names(changes.schema().orElseThrow()))
        .containsExactly("id", "v", "_change_type", "_commit_version", "_commit_timestamp");
  }

  @Test
  void givesTheRowsAndTheSchemaOfAVersion() {
    Path table = SparkTables.shared(SparkTables.kind("key_update"));
    SparkOracle oracle = SparkOracle.shared();

    assertThat(oracle.latestVersion(table)).isEqualTo(4);
    assertThat(names(oracle.schema(table, 0))).containsExactly("id", "v");
    assertThat(oracle.rows(table, 0).rows()).isEmpty();
    assertThat(oracle.rows(table, 1).size()).isEqualTo(8);
    assertThat(rows("{'id':0,'v':'v2'}", "{'id':105,'v':'v5'}").missing(oracle.rows(table)))
        .isEmpty();
  }

  @Test
  void writesValuesInTheFormsOfToJson() {
    Path table = SparkTables.shared(SparkTables.kind("types"));

    List<String> rows =
        SparkOracle.shared().rows(table, 1).rows().stream().map(Object::toString).toList();

    assertThat(rows)
        .contains(
            json(
                "{'id':2,'b':false,'by':-128,'sh':-32768,'i':-2147483648,'l':-9223372036854775808,"
                    + "'f':1.4E-45,'db':4.9E-324,'d1':-999.99,'d2':-999999999999.999999,"
                    + "'d3':-9999999999999999999999999999.9999999999,"
                    + "'d4':-0.99999999999999999999999999999999999999,'d5':-99999999999999999999,"
                    + "'s':'','bin':'','d':'0001-01-01','ts':'0001-01-01T00:00:00.000000Z',"
                    + "'n':'0001-01-01T00:00:00.000000'}"))
        .anySatisfy(row -> assertThat(row).contains(json("'bin':'AP8Q'"), json("'s':'grüße 😀'")))
        .anySatisfy(row -> assertThat(row).startsWith(json("{'id':3,'b':null,'by':null,")));
  }

  @Test
  void givesTheChangesThatRowTrackingKnows() {
    Path table = SparkTables.shared(SparkTables.kind("row_tracking"));
    SparkOracle oracle = SparkOracle.shared();

    OracleRows changes =
        oracle.rowTrackingChanges(
            table,
            VersionRange.of(2, 2),
            "deduplicationMode='dropCarryovers', computeUpdates=true");

    assertThat(
            rows(
                    "{'id':1,'v':'v1','_change_type':'update_preimage','_commit_version':2,"
                        + "'_metadata':{'row_id':1,'row_commit_version':1}}",
                    "{'id':1,'v':'u','_change_type':'update_postimage','_commit_version':2,"
                        + "'_metadata':{'row_id':1,'row_commit_version':2}}")
                .difference(changes, OracleRows.COMMIT_TIMESTAMP))
        .isEmpty();
    assertThat(names(oracle.rowsWithIds(table).schema().orElseThrow()))
        .containsExactly("id", "v", "row_id", "row_commit_version");
  }

  @Test
  void rejectionsNameTheErrorClassAndLeaveTheSessionUsable() {
    Path table = SparkTables.shared(SparkTables.kind("key_update"));
    SparkOracle oracle = SparkOracle.shared();

    SparkRefusedException late =
        catchThrowableOfType(
            SparkRefusedException.class, () -> oracle.changes(table, VersionRange.from(100)));
    assertThat(late.errorClass()).contains("DELTA_CDC_START_VERSION_AFTER_LATEST");
    assertThat(late).hasMessageContaining("100");
    assertThatThrownBy(() -> oracle.sql("SELECT no_such_column"))
        .isInstanceOf(SparkRefusedException.class);
    assertThat(oracle.latestVersion(table)).isEqualTo(4);
  }

  @Test
  void settingsEndWithTheirStatements() {
    SparkOracle oracle = SparkOracle.shared();
    oracle.sql(
        "SET spark.sql.session.timeZone = Asia/Tokyo", "CREATE TEMPORARY VIEW v AS SELECT 1");

    oracle.sql("SELECT assert_true(current_timezone() = 'UTC')");
    assertThatThrownBy(() -> oracle.sql("SELECT * FROM v"))
        .isInstanceOf(SparkRefusedException.class);
  }

  private static List<String> names(JsonNode schema) {
    return StreamSupport.stream(schema.required("fields").spliterator(), false)
        .map(field -> field.required("name").asText())
        .toList();
  }

  private static OracleRows rows(String... rows) {
    return OracleRows.parse(List.of(rows).stream().map(SparkOracleIT::json).toList());
  }

  private static String json(String quoted) {
    return quoted.replace('\'', '"');
  }
}
