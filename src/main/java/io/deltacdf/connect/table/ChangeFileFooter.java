package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import java.util.EnumSet;
import java.util.Set;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/** Finds out from the footer of a change file which changes the file holds. */
final class ChangeFileFooter {
  private static final Set<ChangeType> NOT_INSERTED =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(ChangeType.INSERT)));

  private ChangeFileFooter() {}

  /**
   * Whether the statistics of {@code _change_type} show only {@code insert} in all row groups.
   * False if a row group has no statistics, because some writers omit them.
   */
  static boolean showsOnlyInserts(TableContext table, ChangedFile file) {
    return ParquetFooters.read(table, file).getBlocks().stream()
        .allMatch(ChangeFileFooter::showsOnlyInserts);
  }

  private static boolean showsOnlyInserts(BlockMetaData rowGroup) {
    return !mayHold(rowGroup, NOT_INSERTED);
  }

  /**
   * Whether a row group may hold rows of some change types. True if it has no statistics, or if its
   * least or greatest change type is not one that the protocol defines, which is an error to be
   * found.
   */
  static boolean mayHold(BlockMetaData rowGroup, Set<ChangeType> types) {
    if (types.equals(ChangeType.ALL)) {
      return true;
    }
    return rowGroup.getColumns().stream()
        .filter(chunk -> chunk.getPath().toDotString().equals(PhysicalSchema.CHANGE_TYPE))
        .findFirst()
        .map(ColumnChunkMetaData::getStatistics)
        .filter(ChangeFileFooter::areComplete)
        .map(statistics -> mayHold(statistics, types))
        .orElse(true);
  }

  private static boolean areComplete(Statistics<?> statistics) {
    return statistics.hasNonNullValue()
        && statistics.isNumNullsSet()
        && statistics.getNumNulls() == 0;
  }

  private static boolean mayHold(Statistics<?> statistics, Set<ChangeType> types) {
    ChangeType least = ChangeType.ofUtf8(statistics.getMinBytes());
    ChangeType greatest = ChangeType.ofUtf8(statistics.getMaxBytes());
    return least == null
        || greatest == null
        || types.stream()
            .map(ChangeType::text)
            .anyMatch(
                text -> least.text().compareTo(text) <= 0 && text.compareTo(greatest.text()) <= 0);
  }
}
