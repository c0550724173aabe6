package io.deltacdf.connect.offset;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.TableConfig;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A short text for everything that shapes the order of a version's changes. A place inside a
 * version means the same place again only as long as this stays the same.
 */
public final class PlanHash {
  /** Raised whenever a release emits the changes of a version in another order. */
  private static final int FORMAT = 2;

  private PlanHash() {}

  /** The planHash of a table's options for its commits: 16 hexadecimal digits. */
  public static String of(TableConfig table) {
    StringBuilder plan = new StringBuilder().append(FORMAT);
    plan.append('\n').append(table.changeFeed()).append('\n').append(table.consolidation());
    if (table.consolidation() == Consolidation.KEY) {
      plan.append(' ').append(table.consolidationMaxKeys());
    }
    if (table.includePreimages()) {
      plan.append(" preimages");
    }
    return withKey(plan, table);
  }

  /** The planHash of a table's options for its snapshots. */
  public static String ofSnapshot(TableConfig table) {
    return withKey(new StringBuilder().append(FORMAT).append("\nsnapshot"), table);
  }

  private static String withKey(StringBuilder plan, TableConfig table) {
    for (String column : table.key()) {
      plan.append('\n').append(column.toLowerCase(Locale.ROOT));
    }
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashCharsToLong(plan));
  }
}
