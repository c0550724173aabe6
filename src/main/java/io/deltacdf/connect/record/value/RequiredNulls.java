package io.deltacdf.connect.record.value;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once for each version that has null in a column that the table declares NOT NULL, but that
 * is optional in the records. Not thread-safe.
 */
public final class RequiredNulls {
  private static final Logger LOG = LoggerFactory.getLogger(RequiredNulls.class);
  private static final long NONE = -1;

  private final String table;
  private long version = NONE;
  private long warned = NONE;

  public RequiredNulls(String table) {
    this.table = table;
  }

  public void startVersion(long newVersion) {
    version = newVersion;
  }

  /**
   * Notes a null.
   *
   * @param column the path of the column
   */
  void note(String column) {
    if (warned != version) {
      warned = version;
      LOG.warn(
          "Version {} of table '{}' has rows without a value in '{}', although the table's schema"
              + " does not allow null there. They are published with null,"
              + " because the field is optional.",
          version,
          table,
          column);
    }
  }
}
