package io.deltacdf.connect.testing;

import io.debezium.transforms.ExtractNewRecordState;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.source.SourceRecord;

/** Debezium's own {@code ExtractNewRecordState}, as Connect applies it. */
public final class Unwrap {
  private Unwrap() {}

  /**
   * Transforms records; dropped records are missing from the result.
   *
   * @param options names and values of options, alternating
   */
  public static List<SourceRecord> of(Collection<SourceRecord> records, String... options) {
    Map<String, String> config = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      config.put(options[i], options[i + 1]);
    }
    try (ExtractNewRecordState<SourceRecord> transform = new ExtractNewRecordState<>()) {
      transform.configure(config);
      return records.stream().map(transform::apply).filter(Objects::nonNull).toList();
    }
  }
}
