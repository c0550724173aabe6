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

  // The components of the position. Records in flight are copied by the garbage collector, so they
  // hold as few objects as possible.
  private final int partition;
  private final int fileIndex;
  private final VersionPhase phase;
  private final String file;
  private final long row;

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
    this.partition = position.partition();
    this.phase = position.phase();
    this.fileIndex = position.fileIndex();
    this.file = position.file();
    this.row = position.row();
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
    if (partition > 0) {
      all.put(PARTITION, (long) partition);
    }
    all.put(PHASE, text(phase));
    all.put(FILE_INDEX, (long) fileIndex);
    all.put(FILE, file);
    all.put(ROW, row);
    return Collections.unmodifiableSet(all.entrySet());
  }

  /** Returns the stored form of a phase. */
  static String text(VersionPhase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }
}
