package io.deltacdf.connect.change;

import io.deltacdf.connect.row.PagedBytes;
import io.deltacdf.connect.row.RowFormat;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Old rows of a commit, held until the new rows come that replace them, of which they take the
 * numbers: 0, 1, 2, … in the order in which new rows are published.
 *
 * <p>They are put in once, in any order. As long as they take no more than {@code maxBytes} all of
 * them are held. Else none is, but what each takes is known: then as many as fit, one at least, are
 * held from the first number that is {@linkplain #find looked for}, once all are put in again; then
 * as many from the first that is not among these, and so on. So the order in which a commit is
 * published does not depend on how many are held.
 *
 * <p>A row takes what {@link RowFormat} tells, and 4 bytes, which it takes also while it is not
 * held. Not thread-safe.
 */
public final class PreimageBuffer {
  /** What the rows may take for a table whose commit is published. */
  public static final long MAX_BYTES = 64L << 20;

  /** Stands for the place of a row that is to be put in. */
  private static final int WANTED = -1;

  private final ReadColumns columns;
  private final long maxBytes;

  /** By number: of a row that is held its address + 1, of one behind those what it takes. */
  private int[] places;

  private final PagedBytes bytes = new PagedBytes();
  private RowFormat layout;
  private ColumnBatch batch;
  private boolean measured;
  private int first;
  private int end;
  private int missing = -1;

  /**
   * @param count how many numbers there are
   * @param maxBytes what the rows may take
   */
  public PreimageBuffer(int count, ReadColumns columns, long maxBytes) {
    this.columns = columns;
    this.maxBytes = maxBytes;
    places = new int[count];
    end = count;
  }

  /** Puts in a row. Those of one commit have one schema. */
  public void put(int number, ColumnBatch rows, int row) {
    if (layout == null) {
      layout = new RowFormat(rows.schema(), columns.wholeRows(rows.schema()));
      batch = new Held(0);
    } else if (rows.schema() != layout.schema() && !rows.schema().equals(layout.schema())) {
      throw new IllegalStateException("Old rows of a commit have two schemas");
    }
    if (measured) {
      if (places[number] == WANTED) {
        places[number] = layout.put(bytes, rows, row) + 1;
      }
    } else if (end == 0) {
      places[number] = RowFormat.size(bytes, layout.put(bytes, rows, row));
      bytes.clear();
    } else {
      places[number] = layout.put(bytes, rows, row) + 1;
      if (bytes.size() > maxBytes) {
        letGo();
      }
    }
  }

  /** There are more rows than can be held. */
  private void letGo() {
    for (int number = 0; number < end; number++) {
      if (places[number] > 0) {
        places[number] = RowFormat.size(bytes, places[number] - 1);
      }
    }
    bytes.clear();
    end = 0;
  }

  /**
   * Looks for a row. Each is looked for after those before it.
   *
   * @return false where it is not held: the rows from it on have to be put in
   */
  boolean find(int number) {
    if (number >= end) {
      missing = number;
      return false;
    } else if (number < first || places[number] <= 0) {
      throw new IllegalStateException("Old row " + number + " was not put in");
    }
    return true;
  }

  /**
   * Publishes an update with the row before it; nothing where that is not held ({@link
   * #isMissing}), or the update is done.
   *
   * @param number the number of the row before it; negative where it carries none
   */
  public void update(int number, ColumnBatch after, int row, ChangeEmitter out)
      throws InterruptedException {
    if (number < 0) {
      out.upsert(Operation.UPDATE, after, row);
    } else if (!out.isDone(after, row) && find(number)) {
      out.update(batch(), row(number), after, row);
    }
  }

  /** Whether a row was looked for that is not held. */
  public boolean isMissing() {
    return missing >= 0;
  }

  /** Makes room for the rows from the missing one on, all of which are put in again. */
  public void goOn() {
    measured = true;
    bytes.clear();
    first = missing;
    missing = -1;
    end = first;
    long size = 0;
    do {
      size += places[end];
      places[end] = places[end] > 0 ? WANTED : 0;
      end++;
    } while (end < places.length && size + places[end] <= maxBytes);
    batch = new Held(first);
  }

  /** The batch with the rows that are held; valid until {@link #goOn}. */
  ColumnBatch batch() {
    return batch;
  }

  /** The place of a row in the batch. */
  int row(int number) {
    return number - first;
  }

  /** Lets all rows go, for good. */
  public void clear() {
    bytes.clear();
    places = new int[0];
  }

  /** What the rows take that are held: at most what they may, or one row, and 64 KiB. */
  long allocated() {
    return bytes.allocated();
  }

  /** The rows that are held, from one number on. */
  private final class Held implements ColumnBatch {
    private final int from;

    Held(int from) {
      this.from = from;
    }

    @Override
    public int size() {
      return end - from;
    }

    @Override
    public TableSchema schema() {
      return layout.schema();
    }

    @Override
    public Column column(int ordinal) {
      return layout.column(ordinal, bytes, row -> places[from + row] - 1);
    }

    @Override
    public boolean isSelected(int row) {
      return places[from + row] > 0;
    }

    @Override
    public long position(int row) {
      throw new IllegalStateException("The place of an old row in its file is not kept");
    }

    @Override
    public ChangeType changeType(int row) {
      return ChangeType.UPDATE_PREIMAGE;
    }
  }
}
