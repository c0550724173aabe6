package io.deltacdf.connect.avro.binary;

import org.jspecify.annotations.Nullable;

/**
 * A Connect Struct that has its Avro body ready: the binary form of its value in the Avro schema
 * that belongs to its Connect schema. The schema must be the same instance that the converter is
 * called with.
 */
public interface AvroBody {
  /** The bytes before the body, which are free for the converter: the zero byte and the id. */
  int PREFIX = 5;

  /**
   * Returns the body after {@link #PREFIX} bytes, or null if there is none, for example because the
   * value has been changed since. The array belongs to the Struct. The converter may write to the
   * prefix, which is zero at first, and hand the array on to a producer, which only reads it. It
   * must not write to the body.
   */
  byte @Nullable [] prefixedAvroBody();
}
