package io.deltacdf.connect.row;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.ColumnBatch;
import io.deltacdf.connect.table.column.DataType;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Stores some columns of the rows of a schema in {@link PagedBytes}. A row takes 4 bytes for its
 * length and the bytes that {@link FieldCodec} describes for each column: 2 for a boolean or byte,
 * 9 for a long, timestamp or double, 5 for other numbers and dates, and for text 8 and its bytes.
 */
public final class RowFormat {
  private final TableSchema schema;
  private final int[] ordinals;

  /** Writes a row as a struct of the stored columns. */
  private final FieldCodec codec;

  /** The index of each column of the schema among the stored ones; -1 if it is not stored. */
  private final int[] indexes;

  /**
   * Creates a format.
   *
   * @param ordinals the ordinals of the stored columns in the schema
   */
  public RowFormat(TableSchema schema, int[] ordinals) {
    this.schema = schema;
    this.ordinals = ordinals;
    codec =
        FieldCodec.of(
            new DataType.Struct(
                Arrays.stream(ordinals)
                    .mapToObj(ordinal -> schema.fields().get(ordinal))
                    .toList()));
    indexes = new int[schema.size()];
    Arrays.fill(indexes, -1);
    for (int i = 0; i < ordinals.length; i++) {
      indexes[ordinals[i]] = i;
    }
  }

  public TableSchema schema() {
    return schema;
  }

  /** Appends a row and returns its address. */
  public int put(PagedBytes out, ColumnBatch batch, int row) {
    int address = out.reserve(Integer.BYTES + codec.partsWidth());
    int first = address + Integer.BYTES;
    for (int i = 0; i < ordinals.length; i++) {
      codec.part(i).put(out, first + codec.offset(i), batch.column(ordinals[i]), row);
    }
    out.putInt(address, out.size() - address);
    return address;
  }

  /** Returns the number of bytes that the row at an address takes. */
  public static int size(PagedBytes bytes, int address) {
    return bytes.intAt(address);
  }

  /**
   * Returns the stored values of a column.
   *
   * @param rows returns the addresses of the rows
   * @throws IllegalStateException if the column is not stored
   */
  public Column column(int ordinal, PagedBytes bytes, IntUnaryOperator rows) {
    int index = indexes[ordinal];
    if (index < 0) {
      throw new IllegalStateException(
          "Column '" + schema.fields().get(ordinal).name() + "' is not stored");
    }
    int offset = Integer.BYTES + codec.offset(index);
    return new StoredColumn(bytes, codec.part(index), row -> rows.applyAsInt(row) + offset);
  }
}
