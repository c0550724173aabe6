package io.deltacdf.connect.table;

import java.util.OptionalLong;

/**
 * The defaults that an add or remove action states for rows that do not have row ids of their own
 * in the file (see "Row Tracking" in the protocol).
 *
 * @param baseRowId {@code baseRowId}: the id of the file's first row
 * @param rowCommitVersion {@code defaultRowCommitVersion}: the version that last changed its rows
 */
public record RowIdDefaults(OptionalLong baseRowId, OptionalLong rowCommitVersion) {
  public static final RowIdDefaults NONE =
      new RowIdDefaults(OptionalLong.empty(), OptionalLong.empty());
}
