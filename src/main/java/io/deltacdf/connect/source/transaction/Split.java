package io.deltacdf.connect.source.transaction;

/** Why a commit is handed over in more than one transaction. */
enum Split {
  RECORDS("it has more records than transaction.max.records allows in one"),
  BYTES("the worker's heap is too small for all its records at a time"),
  TIME("reading it takes longer than transaction.max.ms"),
  PAUSE(
      "the table cannot be read for longer than transaction.max.ms allows, or while other tables"
          + " wait for it"),
  ABANDONED("the rest of it is not published");

  private final String reason;

  Split(String reason) {
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
