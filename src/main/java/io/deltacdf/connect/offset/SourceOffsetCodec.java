package io.deltacdf.connect.offset;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts offsets to and from the maps that Connect stores.
 *
 * <pre>{@code
 * {"format": 1, "version": 41, "table_id": "6d61…", "timestamp": 1767225600000}
 * {"format": 1, "version": 42, "table_id": "6d61…", "timestamp": 1767225660000,
 *  "phase": "upsert", "file_index": 0, "file": "_change_data/cdc-00000….parquet", "row": 1234,
 *  "plan": "0f3a…"}
 * }</pre>
 *
 * <p>The first form says that version 41 is completed, the second that version 42 is in progress.
 * The second has {@code partition} as well, unless it is 0, and within a snapshot {@code snapshot}
 * and the phase {@code read}. Both may have {@code key}, {@code key_form}, {@code types}, {@code
 * columns}, {@code snapshot_request} and {@code keys}, {@code catalog_table_id} if the table was
 * found in a catalog, and {@code transaction} with {@code provide.transaction.metadata}. An offset
 * that a person writes needs nothing but the version.
 *
 * <p>Other releases read these offsets too, after an upgrade or a rollback. A release may add an
 * optional field: releases that do not know it ignore it. A release that changes what the fields of
 * a position mean has to increase {@link #FORMAT}: releases that do not know the number publish the
 * version again from its beginning. The fields {@code version}, {@code table_id}, {@code
 * timestamp}, {@code snapshot}, {@code key}, {@code key_form}, {@code types}, {@code
 * snapshot_request} and {@code transaction} mean the same in every format.
 */
public final class SourceOffsetCodec {
  private static final Logger LOG = LoggerFactory.getLogger(SourceOffsetCodec.class);

  /** The format that this release writes. An offset without a number has the format 1. */
  static final long FORMAT = 1;

  private static final String FORMAT_NUMBER = "format";
  private static final String VERSION = "version";
  private static final String TABLE_ID = "table_id";
  private static final String CATALOG_TABLE_ID = "catalog_table_id";
  private static final String TIMESTAMP = "timestamp";
  private static final String COMMIT_HASH = "commit_hash";
  private static final String PARTITION = PositionedFields.PARTITION;
  private static final String PHASE = PositionedFields.PHASE;
  private static final String FILE_INDEX = PositionedFields.FILE_INDEX;
  private static final String FILE = PositionedFields.FILE;
  private static final String ROW = PositionedFields.ROW;
  private static final String PLAN_HASH = "plan";
  private static final String SNAPSHOT_ID = "snapshot";
  private static final String KEY_IDENTITY = "key";
  private static final String KEY_FORM = "key_form";
  private static final String TYPES = "types";
  private static final String SNAPSHOT_REQUEST = "snapshot_request";
  private static final String KEYS = PositionedFields.KEYS;
  private static final String TRANSACTION = PositionedFields.TRANSACTION;
  private static final String COLUMNS = "columns";

  /** An optional field that holds a text. */
  private record TextField(
      String name,
      Function<SourceOffset, Optional<String>> get,
      BiConsumer<SourceOffset.Builder, Optional<String>> set) {}

  private static final List<TextField> TEXTS =
      List.of(
          new TextField(TABLE_ID, SourceOffset::tableId, SourceOffset.Builder::tableId),
          new TextField(
              CATALOG_TABLE_ID, SourceOffset::catalogTableId, SourceOffset.Builder::catalogTableId),
          new TextField(COMMIT_HASH, SourceOffset::commitHash, SourceOffset.Builder::commitHash),
          new TextField(PLAN_HASH, SourceOffset::planHash, SourceOffset.Builder::planHash),
          new TextField(SNAPSHOT_ID, SourceOffset::snapshotId, SourceOffset.Builder::snapshotId),
          new TextField(KEY_IDENTITY, SourceOffset::keyIdentity, SourceOffset.Builder::keyIdentity),
          new TextField(KEY_FORM, SourceOffset::keyForm, SourceOffset.Builder::keyForm),
          new TextField(TYPES, SourceOffset::types, SourceOffset.Builder::types),
          new TextField(COLUMNS, SourceOffset::columns, SourceOffset.Builder::columns),
          new TextField(
              SNAPSHOT_REQUEST,
              SourceOffset::snapshotRequest,
              SourceOffset.Builder::snapshotRequest),
          new TextField(KEYS, SourceOffset::keys, SourceOffset.Builder::keys),
          new TextField(
              TRANSACTION,
              offset -> offset.transaction().map(TransactionProgress::toString),
              (offset, text) -> offset.transaction(text.flatMap(TransactionProgress::parse))));

  /** The fields that are used of an offset whose format is unknown. */
  private static final Set<String> SAME_IN_ALL_FORMATS =
      Set.of(
          VERSION,
          TABLE_ID,
          CATALOG_TABLE_ID,
          TIMESTAMP,
          COMMIT_HASH,
          SNAPSHOT_ID,
          KEY_IDENTITY,
          KEY_FORM,
          TYPES,
          COLUMNS,
          SNAPSHOT_REQUEST,
          TRANSACTION);

  private static final String NO_FILE = "-";

  private static final List<String> FIELDS =
      Stream.concat(
              Stream.of(FORMAT_NUMBER, VERSION, TIMESTAMP, PARTITION, PHASE, FILE_INDEX, FILE, ROW),
              TEXTS.stream().map(TextField::name))
          .toList();

  /** The fields that an offset of a version in progress must have. */
  private static final List<String> POSITION_FIELDS =
      List.of(PHASE, FILE_INDEX, FILE, ROW, PLAN_HASH);

  private SourceOffsetCodec() {}

  /** Returns the source partition of a table, which is named as in the configuration. */
  public static Map<String, String> sourcePartition(String table) {
    return new SourcePartition(table);
  }

  /**
   * Returns the table of a source partition, or empty if the source partition is not one of this
   * connector.
   */
  public static Optional<String> tableOf(@Nullable Map<String, ?> sourcePartition) {
    return sourcePartition != null
            && sourcePartition.size() == 1
            && sourcePartition.get(SourcePartition.TABLE) instanceof String table
        ? Optional.of(table)
        : Optional.empty();
  }

  /**
   * Returns the stored form of an offset: an immutable map of {@code Long}s and {@code String}s.
   */
  public static Map<String, Object> write(SourceOffset offset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(FORMAT_NUMBER, FORMAT);
    fields.put(VERSION, offset.version());
    offset.timestamp().ifPresent(timestamp -> fields.put(TIMESTAMP, timestamp));
    for (TextField field : TEXTS) {
      field.get().apply(offset).ifPresent(text -> fields.put(field.name(), text));
    }
    Map<String, Object> map = Collections.unmodifiableMap(fields);
    Position position = offset.position().orElse(null);
    return position == null ? map : new PositionedFields(map, position, null, 0, null);
  }

  /**
   * Adds a position to the stored form of an offset. The result shares the given map, so that the
   * records of a version can share it too.
   *
   * @param fields the stored form of an offset without a position; must not change any more
   * @param moreKeys how many keys the version has added to {@code keys} up to the position
   * @param transaction the progress of the transaction, which replaces that of the given fields;
   *     null if commits are not marked
   */
  public static Map<String, Object> withPosition(
      Map<String, Object> fields,
      Position position,
      KeyCount keys,
      long moreKeys,
      @Nullable TransactionProgress transaction) {
    return new PositionedFields(fields, position, keys, moreKeys, transaction);
  }

  /**
   * Reads an offset that was stored, perhaps by another release. Unknown fields are ignored. An
   * offset with an unknown format stands for the beginning of its version, or of its snapshot.
   * Numbers may have any integer type, or be text.
   *
   * @param table the table's name, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException OFFSET_INVALID
   */
  public static SourceOffset read(String table, @Nullable Map<String, ?> map) {
    StoredFields fields = new StoredFields(table, nonNull(table, map));
    long format = fields.format();
    if (format != FORMAT) {
      LOG.warn(
          "Table '{}': the stored offset has format {}, which another release has written; this"
              + " release reads format {}. {} {} is published again from its beginning",
          table,
          format,
          FORMAT,
          fields.has(SNAPSHOT_ID) ? "The snapshot of version" : "Version",
          fields.map().get(VERSION));
      return fields.beginning().offset();
    }
    List<String> unknown = unknownFields(fields.map());
    if (!unknown.isEmpty()) {
      LOG.warn(
          "Table '{}': the stored offset has fields that this release does not know, so another"
              + " release has written it. They are ignored: {}",
          table,
          unknown);
    }
    return fields.offset();
  }

  /**
   * Checks an offset that a person wants to store. Unlike {@link #read}, it refuses what this
   * release does not know, since a misspelled field must not be ignored.
   *
   * @param table the table's name, for messages
   * @throws io.deltacdf.connect.error.DeltaCdfException OFFSET_INVALID
   */
  public static SourceOffset readStrictly(String table, @Nullable Map<String, ?> map) {
    StoredFields fields = new StoredFields(table, nonNull(table, map));
    for (String field : unknownFields(fields.map())) {
      throw OffsetErrors.invalid(
          table, "It has the unknown field '" + field + "'. The known fields are " + FIELDS);
    }
    if (fields.format() != FORMAT) {
      throw OffsetErrors.invalid(
          table, "It has the format " + fields.format() + ", but the known format is " + FORMAT);
    }
    return fields.offset();
  }

  private static Map<String, ?> nonNull(String table, @Nullable Map<String, ?> map) {
    return Optional.<Map<String, ?>>ofNullable(map)
        .orElseThrow(() -> OffsetErrors.invalid(table, "It is null"));
  }

  private static List<String> unknownFields(Map<String, ?> map) {
    return map.keySet().stream().filter(field -> !FIELDS.contains(field)).sorted().toList();
  }

  /** Returns the version of the stored form of an offset that {@link #write} returned. */
  public static long versionOf(Map<String, ?> offset) {
    return (Long) Objects.requireNonNull(offset.get(VERSION));
  }

  /** Reads the fields of one stored offset, any of which may be invalid. */
  private record StoredFields(String table, Map<String, ?> map) {
    long format() {
      return has(FORMAT_NUMBER) ? number(FORMAT_NUMBER, 1, Long.MAX_VALUE) : FORMAT;
    }

    /**
     * Returns an offset at the beginning of the version, or of the snapshot. Its plan hash equals
     * none, so that it stays one whatever the release that reads it again.
     */
    StoredFields beginning() {
      Map<String, Object> fields = new LinkedHashMap<>(map);
      fields.keySet().retainAll(SAME_IN_ALL_FORMATS);
      if (has(VERSION) && number(VERSION, -1, Long.MAX_VALUE - 1) >= 0) {
        fields.put(
            PHASE,
            PositionedFields.text(has(SNAPSHOT_ID) ? VersionPhase.READ : VersionPhase.DELETE));
        fields.put(FILE_INDEX, 0);
        fields.put(FILE, NO_FILE);
        fields.put(ROW, -1);
        fields.put(PLAN_HASH, PlanHash.NONE);
      }
      return new StoredFields(table, fields);
    }

    SourceOffset offset() {
      if (!has(VERSION)) {
        throw OffsetErrors.invalid(table, "It has no version");
      }
      Optional<Position> position = position();
      boolean inSnapshot =
          position.map(Position::phase).filter(VersionPhase.READ::equals).isPresent();
      if (has(SNAPSHOT_ID) != inSnapshot) {
        throw OffsetErrors.invalid(
            table, "The field 'snapshot' must be present with the phase 'read', and only with it");
      }
      long minVersion = position.isPresent() ? 0 : -1;
      SourceOffset.Builder offset =
          SourceOffset.builder(number(VERSION, minVersion, Long.MAX_VALUE - 1))
              .timestamp(
                  has(TIMESTAMP)
                      ? OptionalLong.of(number(TIMESTAMP, Long.MIN_VALUE + 1, Long.MAX_VALUE))
                      : OptionalLong.empty())
              .position(position);
      TEXTS.forEach(field -> field.set().accept(offset, optionalText(field.name())));
      return offset.build();
    }

    private Optional<Position> position() {
      if (!has(PARTITION) && POSITION_FIELDS.stream().noneMatch(this::has)) {
        return Optional.empty();
      }
      for (String field : POSITION_FIELDS) {
        if (!has(field)) {
          throw OffsetErrors.invalid(
              table,
              "The field '"
                  + field
                  + "' is missing. A position within a version needs all of "
                  + POSITION_FIELDS);
        }
      }
      return Optional.of(
          new Position(
              has(PARTITION) ? (int) number(PARTITION, 0, Integer.MAX_VALUE) : 0,
              phase(),
              (int) number(FILE_INDEX, 0, Integer.MAX_VALUE),
              text(FILE),
              // -1 is the position before the first row of a file.
              number(ROW, -1, Long.MAX_VALUE)));
    }

    private VersionPhase phase() {
      String text = text(PHASE);
      return Arrays.stream(VersionPhase.values())
          .filter(phase -> PositionedFields.text(phase).equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  OffsetErrors.invalid(
                      table,
                      "The phase '"
                          + text
                          + "' is unknown. The known phases are "
                          + Arrays.stream(VersionPhase.values())
                              .map(PositionedFields::text)
                              .toList()));
    }

    boolean has(String field) {
      return map.get(field) != null;
    }

    private Optional<String> optionalText(String field) {
      return has(field) ? Optional.of(text(field)) : Optional.empty();
    }

    private String text(String field) {
      Object value = map.get(field);
      if (value instanceof String text && !text.isEmpty()) {
        return text;
      }
      throw OffsetErrors.invalid(
          table, "The field '" + field + "' must be a non-empty string, but is '" + value + "'");
    }

    private long number(String field, long min, long max) {
      Object value = map.get(field);
      Long number = asLong(value);
      if (number == null) {
        throw OffsetErrors.invalid(
            table, "The field '" + field + "' must be an integer, but is '" + value + "'");
      }
      if (number < min || number > max) {
        throw OffsetErrors.invalid(
            table,
            "The field '%s' is %d, but must be between %d and %d"
                .formatted(field, number, min, max));
      }
      return number;
    }

    private static @Nullable Long asLong(@Nullable Object value) {
      try {
        return Long.valueOf(String.valueOf(value));
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }
}
