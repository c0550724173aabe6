package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;

/**
 * How some columns of the rows of a schema are kept in {@link PagedBytes}. A row takes 4 bytes for
 * its length, and what {@link FieldCodec} tells for each column: 2 bytes for a boolean or byte, 9
 * for a long, timestamp or double, 5 for other numbers and dates, and for text 8 and its bytes.
 */
public final class RowFormat {
  private final TableSchema schema;
  private final int[] ordinals;
  private final RowSlots slots;

  /** By ordinal in the schema; -1 where a column is not kept. */
  private final int[] indexes;

  /**
   * @param ordinals the columns that are kept, as ordinals of the schema
   */
  public RowFormat(TableSchema schema, int[] ordinals) {
    this.schema = schema;
    this.ordinals = ordinals;
    slots =
        RowSlots.of(
            Arrays.stream(ordinals).mapToObj(each -> schema.fields().get(each).type()).toList());
    indexes = new int[schema.size()];
    Arrays.fill(indexes, -1);
    for (int i = 0; i < ordinals.length; i++) {
      indexes[ordinals[i]] = i;
    }
  }

  public TableSchema schema() {
    return schema;
  }

  /** Adds a row at the end: its address. */
  public int put(PagedBytes out, ColumnBatch batch, int row) {
    int address = out.reserve(Integer.BYTES + slots.width());
    int first = address + Integer.BYTES;
    for (int i = 0; i < ordinals.length; i++) {
      slots.type(i).put(out, first + slots.offset(i), batch.column(ordinals[i]), row);
    }
    out.putInt(address, out.size() - address);
    return address;
  }

  /** The bytes that the row at an address takes. */
  public static int size(PagedBytes bytes, int address) {
    return bytes.intAt(address);
  }

  /**
   * The values of a column.
   *
   * @param rows where the rows are
   */
  public Column column(int ordinal, PagedBytes bytes, StoredColumn.Slots rows) {
    int index = indexes[ordinal];
    if (index < 0) {
      throw new IllegalStateException(
          "column " + schema.fields().get(ordinal).name() + " was not asked for");
    }
    int offset = Integer.BYTES + slots.offset(index);
    return new StoredColumn(bytes, slots.type(index), row -> rows.at(row) + offset);
  }
}
