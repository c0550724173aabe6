package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/** Finds out from the footer of a change file which changes the file holds. */
final class ChangeFileFooter {
  private static final byte[] INSERT = ChangeType.INSERT.text().getBytes(StandardCharsets.UTF_8);

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
    return rowGroup.getColumns().stream()
        .filter(chunk -> chunk.getPath().toDotString().equals(PhysicalSchema.CHANGE_TYPE))
        .findFirst()
        .map(ColumnChunkMetaData::getStatistics)
        .filter(ChangeFileFooter::showOnlyInserts)
        .isPresent();
  }

  private static boolean showOnlyInserts(Statistics<?> statistics) {
    return statistics.hasNonNullValue()
        && statistics.isNumNullsSet()
        && statistics.getNumNulls() == 0
        && Arrays.equals(statistics.getMinBytes(), INSERT)
        && Arrays.equals(statistics.getMaxBytes(), INSERT);
  }
}
