package io.deltacdf.connect.change;

import io.deltacdf.connect.row.PagedBytes;
import io.deltacdf.connect.row.RowFormat;
import io.deltacdf.connect.table.column.ChangeType;
import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Buffers preimages of a commit until the postimages come that replace them. Each preimage has a
 * number: 0, 1, 2, … in the order in which the postimages are published.
 *
 * <p>The preimages are put once, in any order. If they take no more than {@code maxBytes}, all of
 * them are buffered. Otherwise only their lengths are. Once a preimage is {@linkplain #find missed}
 * and {@link #startNextWindow} is called, all preimages are put again, and those of one window are
 * buffered: as many as fit, but at least one, from the missing one on. This repeats until the last
 * window, so that the order in which a commit is published does not depend on {@code maxBytes}.
 *
 * <p>A preimage in the window takes the bytes that {@link RowFormat} describes, which count against
 * {@code maxBytes}, and 4 bytes for its address. If not all preimages fit, each takes 4 bytes for
 * its length, whether it is in the window or not. Not thread-safe.
 */
final class PreimageBuffer {
  /** The default of {@code maxBytes}. */
  static final long MAX_BYTES = 64L << 20;

  /** The address of a preimage that is not buffered. */
  private static final int NO_ADDRESS = -1;

  private static final int[] NONE = {};

  private final int count;
  private final ReadColumns columns;
  private final long maxBytes;
  private final PagedBytes bytes = new PagedBytes();

  /** The number of the first preimage in the window. */
  private int first;

  /**
   * The address in {@link #bytes} of each preimage in the window, by its number minus {@link
   * #first}. The window is empty while only lengths are recorded.
   */
  private int[] addresses;

  /** The length in bytes of each preimage by its number; empty as long as all preimages fit. */
  private int[] lengths = NONE;

  private @Nullable RowFormat format;
  private @Nullable Window window;
  private int missing = -1;

  /**
   * @param count the number of preimages
   * @param maxBytes the number of bytes that preimages may take
   */
  PreimageBuffer(int count, ReadColumns columns, long maxBytes) {
    this.count = count;
    this.columns = columns;
    this.maxBytes = maxBytes;
    addresses = emptyWindow(count);
  }

  private static int[] emptyWindow(int size) {
    int[] addresses = new int[size];
    Arrays.fill(addresses, NO_ADDRESS);
    return addresses;
  }

  /** Puts a preimage. All preimages of a commit have the same schema. */
  void put(int number, ColumnBatch batch, int row) {
    RowFormat rowFormat = formatOf(batch.schema());
    if (lengths.length == 0) {
      addresses[number] = rowFormat.put(bytes, batch, row);
      if (bytes.size() > maxBytes) {
        recordLengthsOnly();
      }
    } else if (addresses.length == 0) {
      lengths[number] = RowFormat.size(bytes, rowFormat.put(bytes, batch, row));
      bytes.clear();
    } else if (number >= first && number < end() && lengths[number] > 0) {
      addresses[number - first] = rowFormat.put(bytes, batch, row);
    }
  }

  private RowFormat formatOf(TableSchema schema) {
    if (format == null) {
      format = new RowFormat(schema, columns.wholeRows(schema));
      window = new Window(format);
    } else if (schema != format.schema() && !schema.equals(format.schema())) {
      throw new IllegalStateException("The preimages of a commit have different schemas");
    }
    return format;
  }

  private void recordLengthsOnly() {
    lengths = new int[count];
    for (int number = 0; number < count; number++) {
      if (addresses[number] != NO_ADDRESS) {
        lengths[number] = RowFormat.size(bytes, addresses[number]);
      }
    }
    addresses = NONE;
    bytes.clear();
  }

  private int end() {
    return first + addresses.length;
  }

  /**
   * Whether a preimage is buffered. Preimages must be looked up in the order of their numbers.
   * After false is returned, {@link #startNextWindow} has to be called.
   *
   * @throws IllegalStateException if the preimage was not put
   */
  boolean find(int number) {
    if (number >= end()) {
      missing = number;
      return false;
    } else if (number < first || addresses[number - first] == NO_ADDRESS) {
      throw new IllegalStateException("Preimage " + number + " was not put");
    }
    return true;
  }

  /**
   * Publishes an update with its preimage. Publishes nothing if the update is completed, or if the
   * preimage is not buffered, in which case {@link #isMissing} returns true.
   *
   * @param number the number of the preimage; negative for an update without one
   */
  void update(int number, ColumnBatch after, int row, ChangeEmitter out)
      throws InterruptedException {
    if (number < 0) {
      out.upsert(Operation.UPDATE, after, row);
    } else if (!out.isCompleted(after, row) && find(number)) {
      out.update(window(), row(number), after, row);
    }
  }

  /** Whether a preimage was looked up that is not buffered. */
  boolean isMissing() {
    return missing >= 0;
  }

  /** Starts the window at the missing preimage. All preimages have to be put again. */
  void startNextWindow() {
    bytes.clear();
    first = missing;
    missing = -1;
    int end = first;
    long size = 0;
    do {
      size += lengths[end];
      end++;
    } while (end < count && size + lengths[end] <= maxBytes);
    addresses = emptyWindow(end - first);
    window = format == null ? null : new Window(format);
  }

  /** Returns the preimages of the window; valid until the next window is started. */
  ColumnBatch window() {
    if (window == null) {
      throw new IllegalStateException("No preimage was put");
    }
    return window;
  }

  /** Returns the row of a preimage in {@link #window}. */
  int row(int number) {
    return number - first;
  }

  /** Removes all preimages for good. */
  void clear() {
    bytes.clear();
    addresses = NONE;
    lengths = NONE;
  }

  /** Returns the bytes of preimages: at most {@code maxBytes}, or one preimage, plus 64 KiB. */
  long allocated() {
    return bytes.allocated();
  }

  /** Returns all bytes that are held. */
  long heldBytes() {
    return bytes.allocated() + (long) Integer.BYTES * (addresses.length + lengths.length);
  }

  /** The preimages of one window. Readers tell windows apart by their identity. */
  private final class Window implements ColumnBatch {
    private final RowFormat rowFormat;

    Window(RowFormat rowFormat) {
      this.rowFormat = rowFormat;
    }

    @Override
    public int size() {
      return addresses.length;
    }

    @Override
    public TableSchema schema() {
      return rowFormat.schema();
    }

    @Override
    public Column column(int ordinal) {
      return rowFormat.column(ordinal, bytes, row -> addresses[row]);
    }

    @Override
    public boolean isSelected(int row) {
      return addresses[row] != NO_ADDRESS;
    }

    @Override
    public long position(int row) {
      throw new IllegalStateException("The position of a buffered preimage is not known");
    }

    @Override
    public ChangeType changeType(int row) {
      return ChangeType.UPDATE_PREIMAGE;
    }
  }
}
