package io.deltacdf.connect.table.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.deltacdf.connect.table.LogContexts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commit files have the names that Delta Kernel gives them. */
class CommitFileNamesTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9, 10, 41, 99_999, 1_000_000_000_000L, Long.MAX_VALUE})
  void namesCommitFilesLikeKernel(long version) {
    for (String root : new String[] {"/tables/orders", "s3a://bucket/a table", "file:/größe"}) {
      LogFiles files = LogContexts.of(root).logFiles();

      Path log = new Path(new Path(LogContexts.of(root).path()), "_delta_log");
      assertThat(files.commitFile(version)).isEqualTo(FileNames.deltaFile(log, version));
    }
  }
}
