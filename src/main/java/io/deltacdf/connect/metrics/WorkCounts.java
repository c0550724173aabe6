package io.deltacdf.connect.metrics;

/** How much of a table was read and published, since the start of the task or since an instant. */
record WorkCounts(long versions, long rows, long bytes, long changes) {
  static final WorkCounts NONE = new WorkCounts(0, 0, 0, 0);

  static WorkCounts of(TableMetrics table) {
    return new WorkCounts(
        table.streaming().commits(), table.readRows(), table.readBytes(), table.events());
  }

  WorkCounts plus(WorkCounts other) {
    return new WorkCounts(
        versions + other.versions, rows + other.rows, bytes + other.bytes, changes + other.changes);
  }

  WorkCounts minus(WorkCounts other) {
    return new WorkCounts(
        versions - other.versions, rows - other.rows, bytes - other.bytes, changes - other.changes);
  }

  /** Returns the counts for the log. */
  @Override
  public String toString() {
    return "versions: "
        + HumanText.number(versions)
        + ", rows read: "
        + HumanText.number(rows)
        + ", changes published: "
        + HumanText.number(changes)
        + ", files read: "
        + HumanText.bytes(bytes);
  }
}
