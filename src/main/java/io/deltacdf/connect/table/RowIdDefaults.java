package io.deltacdf.connect.table;

import java.util.OptionalLong;

/**
 * What an add or remove action says of its file's row ids, for rows that do not carry their own
 * (protocol, "Row Tracking").
 *
 * @param baseRowId {@code baseRowId}: the id of the file's first row
 * @param rowCommitVersion {@code defaultRowCommitVersion}: the version that last changed its rows
 */
public record RowIdDefaults(OptionalLong baseRowId, OptionalLong rowCommitVersion) {
  public static final RowIdDefaults NONE =
      new RowIdDefaults(OptionalLong.empty(), OptionalLong.empty());
}
