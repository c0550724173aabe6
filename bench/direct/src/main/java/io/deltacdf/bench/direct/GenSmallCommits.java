package io.deltacdf.bench.direct;

import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes many small update commits on a table, with a checkpoint after each hundred. Usage: {@code
 * GenSmallCommits TABLE COMMITS SEED}.
 */
public final class GenSmallCommits {
  private static final int CHECKPOINT_INTERVAL = 100;

  private GenSmallCommits() {}

  public static void main(String[] args) throws IOException {
    int commits = Integer.parseInt(args[1]);
    CommitWriter writer = new CommitWriter(Path.of(args[0]), Long.parseLong(args[2]));
    Engine engine = DefaultEngine.create(new Configuration());
    long rows = 0;
    for (int i = 1; i <= commits; i++) {
      rows += writer.update();
      if (i % CHECKPOINT_INTERVAL == 0) {
        TableManager.loadSnapshot(args[0]).build(engine).writeCheckpoint(engine);
      }
    }
    System.out.println("wrote " + commits + " update commits, " + rows + " change rows");
  }
}
