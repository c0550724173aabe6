package io.deltacdf.connect.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads an offset from Connect's map, trusting nothing in it. */
final class OffsetReader {
  private static final List<String> PLACE =
      List.of(
          SourceOffset.PHASE,
          SourceOffset.FILE_INDEX,
          SourceOffset.FILE,
          SourceOffset.ROW,
          SourceOffset.PLAN);

  private static final List<String> FIELDS =
      List.of(
          SourceOffset.VERSION,
          SourceOffset.TABLE_ID,
          SourceOffset.TIMESTAMP,
          SourceOffset.PARTITION,
          SourceOffset.PHASE,
          SourceOffset.FILE_INDEX,
          SourceOffset.FILE,
          SourceOffset.ROW,
          SourceOffset.PLAN,
          SourceOffset.SNAPSHOT,
          SourceOffset.KEY,
          SourceOffset.REQUEST);

  private final String table;
  private final Map<String, ?> map;

  OffsetReader(String table, Map<String, ?> map) {
    this.table = table;
    this.map = map;
  }

  SourceOffset read() {
    if (map == null) {
      throw OffsetErrors.invalid(table, "it is null");
    }
    for (String field : map.keySet()) {
      if (!FIELDS.contains(field)) {
        throw OffsetErrors.invalid(
            table, "it has the field '" + field + "', and only these are known: " + FIELDS);
      }
    }
    if (map.get(SourceOffset.VERSION) == null) {
      throw OffsetErrors.invalid(table, "it has no version");
    }
    boolean inside = isPresent(SourceOffset.PARTITION) || PLACE.stream().anyMatch(this::isPresent);
    Optional<Position> position = inside ? Optional.of(position()) : Optional.empty();
    long version = number(SourceOffset.VERSION, inside ? 0 : -1, Long.MAX_VALUE - 1);
    OptionalLong timestamp =
        isPresent(SourceOffset.TIMESTAMP)
            ? OptionalLong.of(number(SourceOffset.TIMESTAMP, Long.MIN_VALUE + 1, Long.MAX_VALUE))
            : OptionalLong.empty();
    boolean read = inside && position.get().phase() == VersionPhase.READ;
    if (isPresent(SourceOffset.SNAPSHOT) != read) {
      throw OffsetErrors.invalid(
          table, "the field 'snapshot' must be there with the phase 'read', and with no other");
    }
    return new SourceOffset(
        version,
        optionalText(SourceOffset.TABLE_ID),
        timestamp,
        position,
        optionalText(SourceOffset.PLAN),
        optionalText(SourceOffset.SNAPSHOT),
        optionalText(SourceOffset.KEY),
        optionalText(SourceOffset.REQUEST));
  }

  private Position position() {
    for (String field : PLACE) {
      if (!isPresent(field)) {
        throw OffsetErrors.invalid(
            table,
            "a place inside a version has all of " + PLACE + ", and '" + field + "' is not there");
      }
    }
    // -1 is the place in front of a file's first row.
    return new Position(
        isPresent(SourceOffset.PARTITION)
            ? (int) number(SourceOffset.PARTITION, 0, Integer.MAX_VALUE)
            : 0,
        phase(),
        (int) number(SourceOffset.FILE_INDEX, 0, Integer.MAX_VALUE),
        text(SourceOffset.FILE),
        number(SourceOffset.ROW, -1, Long.MAX_VALUE));
  }

  private VersionPhase phase() {
    String text = text(SourceOffset.PHASE);
    for (VersionPhase phase : VersionPhase.values()) {
      if (OffsetMap.text(phase).equals(text)) {
        return phase;
      }
    }
    throw OffsetErrors.invalid(
        table,
        "the phase '"
            + text
            + "' is none of "
            + Arrays.toString(VersionPhase.values()).toLowerCase(Locale.ROOT));
  }

  private boolean isPresent(String field) {
    return map.get(field) != null;
  }

  private Optional<String> optionalText(String field) {
    return isPresent(field) ? Optional.of(text(field)) : Optional.empty();
  }

  private String text(String field) {
    Object value = map.get(field);
    if (value instanceof String text && !text.isEmpty()) {
      return text;
    }
    throw OffsetErrors.invalid(table, "the field '" + field + "' must be text, and is: " + value);
  }

  private long number(String field, long min, long max) {
    Object value = map.get(field);
    Long number = asLong(value);
    if (number == null) {
      throw OffsetErrors.invalid(
          table, "the field '" + field + "' must be an integer, and is: " + value);
    }
    if (number < min || number > max) {
      throw OffsetErrors.invalid(
          table,
          "the field '"
              + field
              + "' is "
              + number
              + ", and "
              + min
              + " is the least, "
              + max
              + " the most");
    }
    return number;
  }

  private static Long asLong(Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof String text) {
      try {
        return Long.valueOf(text);
      } catch (NumberFormatException e) {
        return null;
      }
    }
    return null;
  }
}
