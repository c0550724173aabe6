package io.deltacdf.connect.table.parquet;

import org.apache.parquet.io.ParquetDecodingException;

/** Values as indexes into the dictionary of their row group. */
final class DictionaryValues extends PageValues {
  private final RleBitPackedDecoder indexes;
  private final PageDictionary dictionary;
  private int[] scratch = new int[0];

  DictionaryValues(RleBitPackedDecoder indexes, PageDictionary dictionary) {
    this.indexes = indexes;
    this.dictionary = dictionary;
  }

  @Override
  void ints(int[] out, int at, int count) {
    int[] values = dictionary.ints();
    indexes.read(out, at, count);
    for (int i = at; i < at + count; i++) {
      out[i] = values[out[i]];
    }
  }

  @Override
  void longs(long[] out, int at, int count) {
    long[] values = dictionary.longs();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[ids[i]];
    }
  }

  @Override
  void floats(float[] out, int at, int count) {
    float[] values = dictionary.floats();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[ids[i]];
    }
  }

  @Override
  void doubles(double[] out, int at, int count) {
    double[] values = dictionary.doubles();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      out[at + i] = values[ids[i]];
    }
  }

  @Override
  void bytes(BytesVector out, int at, int count) {
    BytesDictionary values = dictionary.bytes();
    int[] ids = next(count);
    for (int i = 0; i < count; i++) {
      if (ids[i] < 0 || ids[i] >= values.size()) {
        throw new ParquetDecodingException(
            "index " + ids[i] + " into a dictionary of " + values.size());
      }
    }
    out.add(values, ids, at, count);
  }

  @Override
  void skip(int count) {
    next(count);
  }

  private int[] next(int count) {
    if (scratch.length < count) {
      scratch = new int[count];
    }
    indexes.read(scratch, 0, count);
    return scratch;
  }
}
