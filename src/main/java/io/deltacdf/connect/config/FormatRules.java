package io.deltacdf.connect.config;

import io.deltacdf.connect.config.option.Option;

/** Refuses options of one record format under the other. */
final class FormatRules {
  private static final String WITH_DEBEZIUM = "With " + RecordOptions.RECORD_FORMAT + "=debezium, ";

  private final ValidatedOptions options;

  private FormatRules(ValidatedOptions options) {
    this.options = options;
  }

  static void check(ValidatedOptions options) {
    FormatRules rules = new FormatRules(options);
    RecordOptions.RECORD_FORMAT
        .find(options)
        .ifPresent(
            format -> {
              switch (format) {
                case ROW -> rules.checkRow();
                case DEBEZIUM -> rules.checkEnvelope();
              }
            });
  }

  private void checkRow() {
    refuse(
        RecordOptions.TOMBSTONES_ON_DELETE,
        "Applies only to "
            + RecordOptions.RECORD_FORMAT
            + "=debezium. Remove this option, and set "
            + RecordOptions.DELETE_HANDLING
            + " to choose how deletes are published");
  }

  private void checkEnvelope() {
    refuse(
        RecordOptions.DELETE_HANDLING,
        WITH_DEBEZIUM
            + "a delete is an event, and "
            + RecordOptions.TOMBSTONES_ON_DELETE
            + " decides whether a tombstone follows it. Set that option instead. The transform"
            + " ExtractNewRecordState has an option "
            + RecordOptions.DELETE_HANDLING
            + " of its own");
    refuse(
        RecordOptions.METADATA_COLUMNS,
        WITH_DEBEZIUM
            + "values have no metadata columns: 'op' contains the kind of the change, and 'source'"
            + " contains commit_version and ts_ms, the timestamp of the commit. Remove this"
            + " option");
    refusePreimages(SourceOptions.INCLUDE_PREIMAGES.name());
    for (String table : options.tableNames()) {
      refusePreimages(SourceOptions.INCLUDE_PREIMAGES.nameFor(table));
    }
  }

  private void refusePreimages(String option) {
    if (Boolean.TRUE.equals(options.get(option))) {
      options.error(
          option,
          WITH_DEBEZIUM + "an update contains its preimage in 'before'. Remove this option");
    }
  }

  private void refuse(Option<?> option, String why) {
    if (options.isSet(option.name())) {
      options.error(option.name(), why);
    }
  }
}
