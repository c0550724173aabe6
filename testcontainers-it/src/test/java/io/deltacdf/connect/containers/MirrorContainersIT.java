package io.deltacdf.connect.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.deltacdf.connect.MainScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main scenario: tables on S3, a worker for each task, Avro by a registry. */
@Timeout(600)
class MirrorContainersIT {
  @TempDir Path dir;

  @Test
  void tablesOnS3AreMirroredInAvroByTwoWorkers() {
    MainScenario scenario = new MainScenario(dir);
    try (Pipeline pipeline =
        new Pipeline("main")
            .table("orders", scenario.orders(), "id")
            .table("articles", scenario.articles(), "place", "article")
            .start()) {
      List<String> published = new ArrayList<>(MainScenario.SNAPSHOT);
      pipeline.awaitMirrors();
      assertThat(pipeline.lines("orders")).isEqualTo(published);

      scenario.everyKindOfChange();
      published.addAll(MainScenario.EVERY_KIND_OF_CHANGE);
      pipeline.upload();
      pipeline.awaitMirrors();
      assertThat(pipeline.lines("orders")).isEqualTo(published);

      scenario.newSchemas();
      published.addAll(MainScenario.WHILE_STOPPED);
      pipeline.upload();
      pipeline.awaitMirrors();
      assertThat(pipeline.lines("orders")).isEqualTo(published);
    }
  }
}
