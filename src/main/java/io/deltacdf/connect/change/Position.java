package io.deltacdf.connect.change;

/**
 * A physical place inside a version. Changes come in the order of phase, then file, then row, so a
 * position tells what is done.
 *
 * @param phase the pass
 * @param fileIndex the file's index in the version's list of files
 * @param file the file's path, as the log has it
 * @param row the row's physical position in the file
 */
public record Position(Phase phase, int fileIndex, String file, long row) {
  /** Whether a row at the given place comes at or before this position, and so is done. */
  boolean covers(Phase otherPhase, int otherFileIndex, long otherRow) {
    int byPhase = otherPhase.compareTo(phase);
    if (byPhase != 0) {
      return byPhase < 0;
    }
    return otherFileIndex != fileIndex ? otherFileIndex < fileIndex : otherRow <= row;
  }
}
