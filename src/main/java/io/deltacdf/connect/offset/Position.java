package io.deltacdf.connect.offset;

/**
 * The physical position of a change within a version. The changes of a version are ordered by
 * partition, then phase, then file, then row, so that a position tells which changes are completed.
 *
 * @param partition the hash partition of the keys, from 0; always 0 unless the commit has more keys
 *     than {@code consolidation.max.keys}
 * @param phase the phase of the version
 * @param fileIndex the index of the file in the version's list of files
 * @param file the path of the file as it stands in the log
 * @param row the physical position of the row in the file; -1 for the position before the first row
 */
public record Position(int partition, VersionPhase phase, int fileIndex, String file, long row) {
  /** Returns the position directly before this one, at which this row is not yet completed. */
  public Position previous() {
    return new Position(partition, phase, fileIndex, file, row - 1);
  }

  /** Whether this is the position before the first row of the version. */
  public boolean isBeginning() {
    return partition == 0 && phase == VersionPhase.READ && fileIndex == 0 && row < 0;
  }

  /** Whether the given row is at or before this position, and therefore completed. */
  public boolean covers(
      int otherPartition, VersionPhase otherPhase, int otherFileIndex, long otherRow) {
    if (otherPartition != partition) {
      return otherPartition < partition;
    }
    int byPhase = otherPhase.compareTo(phase);
    if (byPhase != 0) {
      return byPhase < 0;
    }
    return otherFileIndex != fileIndex ? otherFileIndex < fileIndex : otherRow <= row;
  }
}
