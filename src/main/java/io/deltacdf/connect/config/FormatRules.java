package io.deltacdf.connect.config;

/** Options that belong to one record format, set under the other. */
final class FormatRules {
  private static final String NOT_IN_ENVELOPE =
      "With " + RecordOptions.RECORD_FORMAT + "=debezium ";

  private final ConfigValidation validation;

  private FormatRules(ConfigValidation validation) {
    this.validation = validation;
  }

  static void check(ConfigValidation validation) {
    if (validation.value(RecordOptions.RECORD_FORMAT) instanceof String format) {
      FormatRules rules = new FormatRules(validation);
      if (RecordOptions.isEnvelope(format)) {
        rules.envelope();
      } else {
        rules.row();
      }
    }
  }

  private void row() {
    refuse(
        RecordOptions.TOMBSTONES_ON_DELETE,
        "Belongs to "
            + RecordOptions.RECORD_FORMAT
            + "=debezium; how rows are deleted says "
            + RecordOptions.DELETE_HANDLING);
  }

  private void envelope() {
    refuse(
        RecordOptions.DELETE_HANDLING,
        NOT_IN_ENVELOPE
            + "a delete is an event, and "
            + RecordOptions.TOMBSTONES_ON_DELETE
            + " says whether a tombstone follows it: set that. The transform"
            + " ExtractNewRecordState has a "
            + RecordOptions.DELETE_HANDLING
            + " of its own");
    refuse(
        RecordOptions.METADATA_COLUMNS,
        NOT_IN_ENVELOPE
            + "rows have no metadata columns: 'op' says what happened, 'source' has commit_version"
            + " and ts_ms, the commit's timestamp. Remove this option");
    preimages(SourceOptions.INCLUDE_PREIMAGES);
    for (String table : validation.tableNames()) {
      preimages(TableOptions.of(table, SourceOptions.INCLUDE_PREIMAGES));
    }
  }

  private void preimages(String option) {
    if (Boolean.TRUE.equals(validation.value(option))) {
      validation.error(
          option,
          NOT_IN_ENVELOPE + "an update carries the row before it in 'before'. Remove this option");
    }
  }

  private void refuse(String option, String why) {
    if (validation.isSet(option)) {
      validation.error(option, why);
    }
  }
}
