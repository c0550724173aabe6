package io.deltacdf.connect.table;

import io.deltacdf.connect.table.column.ChangeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A changed file and its rows. */
public record FakeFile(ChangedFile file, List<Row> rows) {

  /** One row; {@code values} are in the order of the file's schema. */
  public record Row(
      ChangeType type, boolean selected, List<Object> values, long rowId, long rowCommitVersion) {
    /** Returns the row with a row id and the version that last changed it. */
    public Row tracked(long id, long version) {
      return new Row(type, selected, values, id, version);
    }
  }

  /** A deleted row, with its values before the commit. */
  public static Row delete(Object... values) {
    return row(ChangeType.DELETE, values);
  }

  public static Row insert(Object... values) {
    return row(ChangeType.INSERT, values);
  }

  public static Row preimage(Object... values) {
    return row(ChangeType.UPDATE_PREIMAGE, values);
  }

  public static Row postimage(Object... values) {
    return row(ChangeType.UPDATE_POSTIMAGE, values);
  }

  /** A row that a deletion vector removes. */
  public static Row hidden(Object... values) {
    return new Row(ChangeType.INSERT, false, list(values), -1, -1);
  }

  public static FakeFile cdc(String path, TableState state, Row... rows) {
    return of(ChangedFile.Kind.CDC, path, state, List.of(rows));
  }

  public static FakeFile added(String path, TableState state, Row... rows) {
    return of(ChangedFile.Kind.ADDED, path, state, List.of(rows));
  }

  /**
   * @param before the table before the commit
   */
  public static FakeFile removed(String path, TableState before, Row... rows) {
    return of(ChangedFile.Kind.REMOVED, path, before, List.of(rows));
  }

  /** Returns the same file with a size of 10 MB. */
  public FakeFile large() {
    return of(file.kind(), file.path(), 10 << 20, file.state(), rows);
  }

  private static FakeFile of(ChangedFile.Kind kind, String path, TableState state, List<Row> rows) {
    return of(kind, path, rows.size(), state, rows);
  }

  private static FakeFile of(
      ChangedFile.Kind kind, String path, long size, TableState state, List<Row> rows) {
    return new FakeFile(
        new ChangedFile(1, kind, path, Map.of(), size, state, Optional.empty()), rows);
  }

  private static Row row(ChangeType type, Object... values) {
    return new Row(type, true, list(values), -1, -1);
  }

  private static List<Object> list(Object... values) {
    return Collections.unmodifiableList(new ArrayList<>(Arrays.asList(values)));
  }
}
