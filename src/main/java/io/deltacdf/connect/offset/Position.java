package io.deltacdf.connect.offset;

/**
 * A physical place inside a version. Changes come in the order of partition, then phase, then file,
 * then row, so a position tells what is done.
 *
 * @param partition the hash partition of the keys, from 0; always 0 but in commits of more keys
 *     than {@code consolidation.max.keys}
 * @param phase the pass
 * @param fileIndex the file's index in the version's list of files
 * @param file the file's path, as the log has it
 * @param row the row's physical position in the file
 */
public record Position(int partition, VersionPhase phase, int fileIndex, String file, long row) {
  /** The place in front of the row: what is done without it. */
  public Position inFront() {
    return new Position(partition, phase, fileIndex, file, row - 1);
  }

  /** Whether a row at the given place comes at or before this position, and so is done. */
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
