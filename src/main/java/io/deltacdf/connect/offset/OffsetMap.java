package io.deltacdf.connect.offset;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The offset of a record inside a version: what the version's records share, and the place. A map
 * only when somebody looks, since Connect keeps one for each record and stores but few. Immutable.
 */
public final class OffsetMap extends AbstractMap<String, Object> {
  private final Map<String, Object> shared;
  private final Position position;

  public OffsetMap(Map<String, Object> shared, Position position) {
    this.shared = shared;
    this.position = position;
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    Map<String, Object> all = new LinkedHashMap<>(shared);
    if (position.partition() > 0) {
      all.put(SourceOffset.PARTITION, (long) position.partition());
    }
    all.put(SourceOffset.PHASE, text(position.phase()));
    all.put(SourceOffset.FILE_INDEX, (long) position.fileIndex());
    all.put(SourceOffset.FILE, position.file());
    all.put(SourceOffset.ROW, position.row());
    return Collections.unmodifiableSet(all.entrySet());
  }

  static String text(VersionPhase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }
}
