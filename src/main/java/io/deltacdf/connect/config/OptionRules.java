package io.deltacdf.connect.config;

import java.util.List;

/** What options of the whole connector must be to each other. */
final class OptionRules {
  private OptionRules() {}

  static void check(ConfigValidation validation) {
    deletesNeedChangeType(validation);
    notAbove(validation, FlowOptions.POLL_INTERVAL_MIN_MS, FlowOptions.POLL_INTERVAL_MS);
    notAbove(
        validation, ErrorOptions.READ_RETRY_DELAY_INITIAL_MS, ErrorOptions.READ_RETRY_DELAY_MAX_MS);
    validation.hadoop().keySet().stream()
        .filter(String::isBlank)
        .forEach(
            name ->
                validation.error(
                    StorageOptions.HADOOP_PREFIX + name,
                    "The name of a Hadoop option must follow the prefix"));
  }

  private static void deletesNeedChangeType(ConfigValidation validation) {
    if (validation.value(RecordOptions.DELETE_HANDLING) instanceof String mode
        && validation.value(RecordOptions.METADATA_COLUMNS) instanceof List<?> columns
        && RecordOptions.rewritesDeletes(mode)
        && !columns.contains(RecordOptions.CHANGE_TYPE_COLUMN)) {
      validation.error(
          RecordOptions.DELETE_HANDLING,
          "With '"
              + mode
              + "' a deleted row is told from others by "
              + RecordOptions.CHANGE_TYPE_COLUMN
              + " alone: name it in "
              + RecordOptions.METADATA_COLUMNS);
    }
  }

  /** A default below which the user set the upper bound gives way; see {@link FlowConfigParser}. */
  private static void notAbove(ConfigValidation validation, String lower, String upper) {
    if (validation.isSet(lower)
        && validation.value(lower) instanceof Long low
        && validation.value(upper) instanceof Long high
        && low > high) {
      validation.error(lower, "Must not be above " + upper + ", which is " + high);
    }
  }
}
