package io.deltacdf.connect.config;

import io.deltacdf.connect.config.RecordConfig.DeleteHandling;
import io.deltacdf.connect.config.RecordConfig.Format;
import io.deltacdf.connect.config.RecordConfig.KeyFormat;
import io.deltacdf.connect.config.RecordConfig.Notifications;
import io.deltacdf.connect.config.option.Option;
import io.deltacdf.connect.config.option.OptionValues;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parses the group "Records". */
final class RecordConfigParser {
  private final OptionValues values;

  RecordConfigParser(OptionValues values) {
    this.values = values;
  }

  /** Returns the options that {@link #parse} needs to be valid. */
  static List<Option<?>> options() {
    return Stream.concat(
            RecordOptions.GROUP.options().stream(),
            Stream.of(
                TableOptions.TOPIC_PREFIX,
                FlowOptions.TOPIC_HEARTBEAT_PREFIX,
                SourceOptions.NULL_KEY_HANDLING))
        .toList();
  }

  /** Parses valid options. */
  RecordConfig parse() {
    Format format = RecordOptions.RECORD_FORMAT.from(values);
    return new RecordConfig(
        TableOptions.TOPIC_PREFIX.from(values),
        FlowOptions.TOPIC_HEARTBEAT_PREFIX.from(values),
        transactionTopic(),
        notifications(),
        format,
        keyFormat(format),
        RecordOptions.KEY_DELIMITER.from(values),
        format == Format.DEBEZIUM ? List.of() : RecordOptions.METADATA_COLUMNS.from(values),
        deleteHandling(format),
        RecordOptions.DECIMAL_HANDLING.from(values),
        RecordOptions.FLOAT_HANDLING.from(values),
        RecordOptions.BINARY_HANDLING.from(values),
        RecordOptions.TIME_PRECISION.from(values),
        RecordOptions.NULLABILITY.from(values),
        RecordOptions.FIELD_NAME_ADJUSTMENT.from(values),
        RecordOptions.SCHEMA_NAME_ADJUSTMENT.from(values),
        RecordOptions.TIMESTAMP.from(values),
        RecordOptions.HEADERS.from(values),
        SourceOptions.NULL_KEY_HANDLING.from(values));
  }

  private Optional<String> transactionTopic() {
    return RecordOptions.PROVIDE_TRANSACTION_METADATA.from(values)
        ? Optional.of(
            RecordConfig.transactionTopic(
                TableOptions.TOPIC_PREFIX.from(values),
                RecordOptions.TOPIC_TRANSACTION.from(values)))
        : Optional.empty();
  }

  private Notifications notifications() {
    Optional<List<String>> channels = RecordOptions.NOTIFICATION_CHANNELS.find(values);
    return new Notifications(
        channels.map(enabled -> enabled.contains(Notifications.LOG_CHANNEL)).orElse(true),
        channels.map(enabled -> enabled.contains(Notifications.SINK_CHANNEL)).orElse(true)
            ? RecordOptions.NOTIFICATION_TOPIC.find(values)
            : Optional.empty());
  }

  private KeyFormat keyFormat(Format format) {
    KeyFormat keyFormat = RecordOptions.KEY_FORMAT.from(values);
    return format == Format.DEBEZIUM && keyFormat == KeyFormat.AUTO ? KeyFormat.STRUCT : keyFormat;
  }

  private DeleteHandling deleteHandling(Format format) {
    if (format == Format.ROW) {
      return RecordOptions.DELETE_HANDLING.from(values);
    }
    return RecordOptions.TOMBSTONES_ON_DELETE.from(values)
        ? DeleteHandling.REWRITE_WITH_TOMBSTONE
        : DeleteHandling.REWRITE;
  }
}
