package io.deltacdf.bench;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The content of a table's change feed, counted once by Spark and stored next to the table.
 *
 * @param version the table's last version
 * @param rows change rows of all versions, with pre- and postimages counted separately
 * @param events the rows without the preimages: one record for each if changes are not consolidated
 *     by key
 * @param keys distinct pairs of version and key, without those whose row is the same before and
 *     after: one record for each if changes are consolidated
 */
public record ChangeCounts(long version, long rows, long events, long keys) {
  public static ChangeCounts read(Path table) throws IOException {
    Path file = file(table);
    if (!Files.exists(file)) {
      throw new IOException("no counts of " + table + ": run bin/count.sh for it first");
    }
    Properties values = new Properties();
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      values.load(in);
    }
    return new ChangeCounts(
        number(values, "version"),
        number(values, "rows"),
        number(values, "events"),
        number(values, "keys"));
  }

  /** What the last commits hold, in a table whose commits are all alike. */
  public ChangeCounts ofLast(int commits) {
    return new ChangeCounts(
        version, rows / version * commits, events / version * commits, keys / version * commits);
  }

  public void write(Path table) throws IOException {
    try (Writer out = Files.newBufferedWriter(file(table), StandardCharsets.UTF_8)) {
      out.write("version=" + version + "\nrows=" + rows + "\nevents=" + events + "\nkeys=" + keys);
      out.write('\n');
    }
  }

  private static long number(Properties values, String key) {
    return Long.parseLong(values.getProperty(key));
  }

  private static Path file(Path table) {
    return table.resolveSibling(table.getFileName() + ".counts");
  }
}
