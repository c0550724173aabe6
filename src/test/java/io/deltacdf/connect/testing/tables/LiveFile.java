package io.deltacdf.connect.testing.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * A data file that is part of the table at a version.
 *
 * @param baseRowId null without row tracking
 * @param rowCommitVersion the default row commit version; null without row tracking
 */
public record LiveFile(DataFile file, DeletedRows deleted, Long baseRowId, Long rowCommitVersion) {
  LiveFile withDeleted(DeletedRows rows) {
    return new LiveFile(file, rows, baseRowId, rowCommitVersion);
  }

  /** Returns the physical rows that are not deleted. */
  List<Map<String, Object>> rows() {
    SortedSet<Long> gone = deleted.rows();
    if (gone.isEmpty()) {
      return file.rows();
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < file.rowCount(); i++) {
      if (!gone.contains((long) i)) {
        rows.add(file.rows().get(i));
      }
    }
    return rows;
  }
}
