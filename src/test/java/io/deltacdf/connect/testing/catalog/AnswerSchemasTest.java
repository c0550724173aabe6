package io.deltacdf.connect.testing.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class AnswerSchemasTest {
  @Test
  void findsMissingAndUnknownFields() {
    ObjectNode commit = new StagedCommit(1, 2, "%020d.%036d.json".formatted(1, 0), 3, 4).json('_');
    assertThat(violations(commit)).isEmpty();
    assertThat(violations(commit.deepCopy().without("file_size"))).contains("file_size");
    assertThat(violations(commit.deepCopy().put("fileSize", 1))).contains("fileSize");
    assertThat(violations(commit.deepCopy().put("version", "1"))).contains("version");
  }

  private static String violations(JsonNode commit) {
    ObjectNode body = Json.object().put("latest_table_version", 1);
    body.putArray("commits").add(commit);
    return String.join("\n", AnswerSchemas.violations("DeltaGetCommitsResponse", body));
  }
}
