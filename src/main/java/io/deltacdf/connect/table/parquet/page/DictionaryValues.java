package io.deltacdf.connect.table.parquet.page;

import org.apache.parquet.io.ParquetDecodingException;

/** Values as ids of entries in the dictionary of their row group. */
final class DictionaryValues extends PageValues {
  private final RleBitPackedDecoder decoder;
  private final PageDictionary dictionary;
  private int[] scratch = new int[0];

  DictionaryValues(RleBitPackedDecoder decoder, PageDictionary dictionary) {
    this.decoder = decoder;
    this.dictionary = dictionary;
  }

  @Override
  public void ints(int[] out, int at, int count) {
    int[] values = dictionary.ints();
    decoder.read(out, at, count);
    for (int i = at; i < at + count; i++) {
      out[i] = values[out[i]];
    }
  }

  @Override
  public void longs(long[] out, int at, int count) {
    long[] values = dictionary.longs();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[ids[i]];
    }
  }

  @Override
  public void floats(float[] out, int at, int count) {
    float[] values = dictionary.floats();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[ids[i]];
    }
  }

  @Override
  public void doubles(double[] out, int at, int count) {
    double[] values = dictionary.doubles();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[ids[i]];
    }
  }

  @Override
  public BytesDictionary bytesDictionary() {
    return dictionary.bytes();
  }

  @Override
  public void ids(int[] out, int at, int count) {
    decoder.read(out, at, count);
    int size = dictionary.bytes().size();
    for (int i = at; i < at + count; i++) {
      if (out[i] < 0 || out[i] >= size) {
        throw new ParquetDecodingException(
            "a page refers to entry " + out[i] + " of a dictionary with " + size + " entries");
      }
    }
  }

  @Override
  public void skip(int count) {
    next(count);
  }

  private int[] next(int count) {
    if (scratch.length < count) {
      scratch = new int[count];
    }
    decoder.read(scratch, 0, count);
    return scratch;
  }
}
