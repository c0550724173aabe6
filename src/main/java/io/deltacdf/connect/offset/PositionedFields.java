package io.deltacdf.connect.offset;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of an offset with a position. Its entries are built only when they are read,
 * since Connect keeps a map for each record in flight and stores only few of them. Immutable.
 */
final class PositionedFields extends AbstractMap<String, Object> {
  static final String PARTITION = "partition";
  static final String PHASE = "phase";
  static final String FILE_INDEX = "file_index";
  static final String FILE = "file";
  static final String ROW = "row";
  static final String KEYS = "keys";
  static final String TRANSACTION = "transaction";

  private final Map<String, Object> fields;
  private final Position position;
  private final @Nullable KeyCount keys;
  private final long moreKeys;
  private final @Nullable TransactionProgress transaction;

  PositionedFields(
      Map<String, Object> fields,
      Position position,
      @Nullable KeyCount keys,
      long moreKeys,
      @Nullable TransactionProgress transaction) {
    this.fields = fields;
    this.position = position;
    this.keys = keys;
    this.moreKeys = moreKeys;
    this.transaction = transaction;
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    Map<String, Object> all = new LinkedHashMap<>(fields);
    if (keys != null) {
      all.put(KEYS, keys.plus(moreKeys).text());
    }
    if (transaction != null) {
      all.put(TRANSACTION, transaction.toString());
    }
    if (position.partition() > 0) {
      all.put(PARTITION, (long) position.partition());
    }
    all.put(PHASE, text(position.phase()));
    all.put(FILE_INDEX, (long) position.fileIndex());
    all.put(FILE, position.file());
    all.put(ROW, position.row());
    return Collections.unmodifiableSet(all.entrySet());
  }

  /** Returns the stored form of a phase. */
  static String text(VersionPhase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }
}
