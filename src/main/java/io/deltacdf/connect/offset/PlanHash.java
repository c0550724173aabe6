package io.deltacdf.connect.offset;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.TableConfig;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A hash of everything that determines the order of a version's changes. A position that was stored
 * is valid only as long as the plan hash is the same.
 */
public final class PlanHash {
  /** Increased by each release that publishes the changes of a version in another order. */
  private static final int FORMAT = 2;

  private PlanHash() {}

  /** Returns the plan hash of a table's commits: 16 hexadecimal digits. */
  public static String ofCommits(TableConfig table) {
    StringBuilder plan = new StringBuilder().append(FORMAT);
    plan.append('\n').append(table.changeFeed()).append('\n').append(table.consolidation());
    if (table.consolidation() == Consolidation.KEY) {
      plan.append(' ').append(table.consolidationMaxKeys());
    }
    if (table.includePreimages()) {
      plan.append(" preimages");
    }
    return hashWithKey(plan, table);
  }

  /** Returns the plan hash of a table's snapshots: 16 hexadecimal digits. */
  public static String ofSnapshots(TableConfig table) {
    return hashWithKey(new StringBuilder().append(FORMAT).append("\nsnapshot"), table);
  }

  private static String hashWithKey(StringBuilder plan, TableConfig table) {
    for (String column : table.key()) {
      plan.append('\n').append(column.toLowerCase(Locale.ROOT));
    }
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashCharsToLong(plan));
  }
}
