package io.deltacdf.connect.testing;

import static io.deltacdf.connect.testing.SparkTableTrait.CDC_FILES;
import static io.deltacdf.connect.testing.SparkTableTrait.CHANGE_FEED_OFF;
import static io.deltacdf.connect.testing.SparkTableTrait.CHECKPOINTS;
import static io.deltacdf.connect.testing.SparkTableTrait.DELETION_VECTORS;
import static io.deltacdf.connect.testing.SparkTableTrait.NO_CDC_FILES;
import static io.deltacdf.connect.testing.SparkTableTrait.NO_DATA_CHANGE;
import static io.deltacdf.connect.testing.SparkTableTrait.NO_DELETION_VECTORS;
import static io.deltacdf.connect.testing.SparkTableTrait.NO_OP_MERGE;
import static io.deltacdf.connect.testing.SparkTableTrait.NULL_PARTITION_VALUES;
import static io.deltacdf.connect.testing.SparkTableTrait.PARTITIONED;
import static io.deltacdf.connect.testing.SparkTableTrait.SCHEMA_CHANGE;
import static io.deltacdf.connect.testing.SparkTableTrait.V2_CHECKPOINTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLogTest {
  private static final String ON = "'configuration':{'delta.enableChangeDataFeed':'true'}";

  @TempDir private Path table;
  private int version;

  @BeforeEach
  void makeLog() throws IOException {
    Files.createDirectories(table.resolve("_delta_log"));
  }

  @Test
  void readsTheCommitsInOrder() throws IOException {
    commit("{'commitInfo':{'operation':'A'}}", "{'add':{'path':'a'}}");
    commit("{'commitInfo':{'operation':'B'}}");
    Files.writeString(table.resolve("_delta_log/00000000000000000001.crc"), "{}");

    TableLog log = TableLog.read(table);

    assertThat(log.commits()).hasSize(2);
    assertThat(log.commits().get(1)).hasToString("[{\"commitInfo\":{\"operation\":\"B\"}}]");
    assertThat(log.hasFile(".*\\.crc")).isTrue();
  }

  @Test
  void aLogOfInsertsHasNoChangeFilesAndNoDeletionVectors() throws IOException {
    commit("{'metaData':{'schemaString':'s','partitionColumns':[]," + ON + "}}");
    commit("{'add':{'path':'a','partitionValues':{},'stats':'{}'}}");

    assertThat(traits()).containsExactlyInAnyOrder(NO_CDC_FILES, NO_DELETION_VECTORS);
  }

  @Test
  void eachTraitIsSeenInTheActions() throws IOException {
    commit("{'metaData':{'schemaString':'s','partitionColumns':['p']," + ON + "}}");
    commit(
        "{'add':{'path':'a','partitionValues':{'p':null},'stats':'{}','deletionVector':{'x':1}}}",
        "{'cdc':{'path':'c'}}",
        "{'remove':{'path':'a','dataChange':false}}");
    commit("{'metaData':{'schemaString':'t','partitionColumns':['p'],'configuration':{}}}");
    Files.writeString(
        table.resolve(
            "_delta_log/00000000000000000002.checkpoint."
                + "80a083e8-7026-4e79-81be-64bd76c43a11.json"),
        "{}");

    assertThat(traits())
        .containsExactlyInAnyOrder(
            CDC_FILES,
            DELETION_VECTORS,
            PARTITIONED,
            NULL_PARTITION_VALUES,
            NO_DATA_CHANGE,
            SCHEMA_CHANGE,
            CHANGE_FEED_OFF,
            CHECKPOINTS,
            V2_CHECKPOINTS);
  }

  @Test
  void aMergeIsANoOpWhenItAddsFilesAndNoRows() throws IOException {
    String metrics =
        "'operationMetrics':{'numTargetRowsInserted':'0','numTargetRowsUpdated':'%s',"
            + "'numTargetRowsDeleted':'0'}";
    commit("{'commitInfo':{'operation':'MERGE'," + metrics.formatted(0) + "}}");
    commit(
        "{'commitInfo':{'operation':'MERGE'," + metrics.formatted(1) + "}}",
        "{'add':{'path':'a','stats':'{}'}}");
    assertThat(traits()).doesNotContain(NO_OP_MERGE);

    commit(
        "{'commitInfo':{'operation':'MERGE'," + metrics.formatted(0) + "}}",
        "{'add':{'path':'b','stats':'{}'}}");
    assertThat(traits()).contains(NO_OP_MERGE);
  }

  private Set<SparkTableTrait> traits() {
    TableLog log = TableLog.read(table);
    return EnumSet.allOf(SparkTableTrait.class).stream()
        .filter(trait -> trait.in(log))
        .collect(Collectors.toSet());
  }

  private void commit(String... actions) throws IOException {
    List<String> lines = Arrays.stream(actions).map(action -> action.replace('\'', '"')).toList();
    Files.write(table.resolve("_delta_log/%020d.json".formatted(version++)), lines);
  }
}
