package io.deltacdf.connect.table.parquet.page;

/** Booleans in the RLE encoding, which version 2 pages use. */
final class BooleanRuns extends PageValues {
  private final RleBitPackedDecoder decoder;

  BooleanRuns(RleBitPackedDecoder decoder) {
    this.decoder = decoder;
  }

  @Override
  public void booleans(boolean[] out, int at, int count) {
    byte[] values = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[i] != 0;
    }
  }

  @Override
  public void skip(int count) {
    next(count);
  }

  private byte[] next(int count) {
    byte[] values = new byte[count];
    decoder.read(values, 0, count);
    return values;
  }
}
