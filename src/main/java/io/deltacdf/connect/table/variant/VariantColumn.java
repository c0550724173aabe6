package io.deltacdf.connect.table.variant;

import io.deltacdf.connect.table.column.Column;
import io.deltacdf.connect.table.column.DataType;
import java.nio.charset.StandardCharsets;

/** Variants as JSON text, read from the struct in which a file stores them. */
final class VariantColumn implements Column {
  private final Column struct;
  private final VariantReader reader;

  /**
   * Creates a column of variants.
   *
   * @param struct the columns that {@link VariantGroup#requested} asks for
   */
  VariantColumn(Column struct, VariantReader reader) {
    this.struct = struct;
    this.reader = reader;
  }

  @Override
  public DataType type() {
    return DataType.Primitive.VARIANT;
  }

  @Override
  public boolean isNullAt(int row) {
    return struct.isNullAt(row);
  }

  @Override
  public String stringAt(int row) {
    return reader.textAt(struct, row);
  }

  @Override
  public byte[] bytesAt(int row) {
    return stringAt(row).getBytes(StandardCharsets.UTF_8);
  }
}
