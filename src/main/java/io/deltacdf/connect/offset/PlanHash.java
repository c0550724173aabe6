package io.deltacdf.connect.offset;

import com.dynatrace.hash4j.hashing.Hashing;
import io.deltacdf.connect.config.Consolidation;
import io.deltacdf.connect.config.RecordConfig;
import io.deltacdf.connect.config.TableConfig;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

/**
 * A hash of everything that determines the order of a version's changes. A position that was stored
 * is valid only as long as the plan hash is the same.
 */
public final class PlanHash {
  /** Increased by each release that publishes the changes of a version in another order. */
  private static final int FORMAT = 2;

  /** Begins the plan hashes of commits that are marked as transactions. */
  private static final String TRANSACTIONS = "t";

  /** The plan hash of a position that nothing resumes at. */
  static final String NONE = "-";

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

  /**
   * Returns the plan hash of a table's commits if they are marked as transactions: the letter t and
   * 16 hexadecimal digits. It also depends on the options that determine which changes are events,
   * since the events of a commit are counted.
   */
  public static String ofTransactions(TableConfig table, RecordConfig records) {
    String events =
        String.join(
            "\n",
            ofCommits(table),
            table.skippedOperations().toString(),
            String.valueOf(table.skipUnchanged()),
            String.valueOf(table.columns().includes()),
            String.join(",", table.columns().entries()),
            records.nullKeyHandling().name(),
            String.valueOf(records.deleteHandling() == RecordConfig.DeleteHandling.DROP));
    return TRANSACTIONS + hash(events);
  }

  /** Whether a version resumes at the position of a stored offset, with this plan hash. */
  public static boolean resumes(String planHash, SourceOffset stored) {
    return stored.planHash().filter(planHash::equals).isPresent()
        && (!planHash.startsWith(TRANSACTIONS) || stored.transaction().isPresent());
  }

  /** Returns the offset without the plan hash if that says that events of a commit are counted. */
  public static SourceOffset.Builder forgetProgress(SourceOffset stored) {
    SourceOffset.Builder builder = stored.toBuilder();
    return stored.planHash().filter(hash -> hash.startsWith(TRANSACTIONS)).isPresent()
        ? builder.planHash(Optional.of(NONE))
        : builder;
  }

  private static String hashWithKey(StringBuilder plan, TableConfig table) {
    for (String column : table.key()) {
      plan.append('\n').append(column.toLowerCase(Locale.ROOT));
    }
    return hash(plan);
  }

  private static String hash(CharSequence plan) {
    return HexFormat.of().toHexDigits(Hashing.xxh3_64().hashCharsToLong(plan));
  }
}
