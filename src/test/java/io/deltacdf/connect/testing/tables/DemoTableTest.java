package io.deltacdf.connect.testing.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTableTest {
  @TempDir Path dir;

  @Test
  void writesOneCommitPerStep() {
    DemoTable demo = DemoTable.create(dir);
    List<DemoTable.Step> steps = new ArrayList<>();
    while (demo.hasNext()) {
      steps.add(demo.next());
      assertThat(KernelReader.rows(dir)).containsExactlyInAnyOrderElementsOf(demo.table().rows());
    }

    assertThat(steps)
        .hasSize(DemoTable.steps())
        .allMatch(step -> !step.description().contains("\n"))
        .extracting(DemoTable.Step::version)
        .startsWith(2L)
        .endsWith(demo.table().version());
    assertThat(demo.table().rows())
        .extracting(row -> row.get(DemoTable.KEY))
        .containsExactlyInAnyOrder(1001L, 1003L, 1007L, 1008L, 1009L, 2006L);
    assertThatThrownBy(demo::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void showsEveryKindOfChange() {
    DemoTable demo = DemoTable.create(dir);
    while (demo.hasNext()) {
      demo.next();
    }

    List<Object> types = new ArrayList<>();
    for (long version = 1; version <= demo.table().version(); version++) {
      demo.table().changesAt(version).forEach(row -> types.add(row.get("_change_type")));
    }
    assertThat(types).contains("insert", "update_preimage", "update_postimage", "delete");
    assertThat(demo.table().files()).isNotEmpty();
    assertThat(demo.table().liveFiles()).anyMatch(file -> !file.deleted().rows().isEmpty());
    assertThat(demo.table().schema().fieldNames()).contains("carrier");
  }
}
