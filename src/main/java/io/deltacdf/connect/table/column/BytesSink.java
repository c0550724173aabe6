package io.deltacdf.connect.table.column;

/** Takes the bytes of a value without a copy of their own. */
@FunctionalInterface
public interface BytesSink {
  /**
   * Takes bytes. They are valid during the call only, and must not be changed.
   *
   * @param bytes the array that has them, beside others
   */
  void accept(byte[] bytes, int offset, int length);
}
