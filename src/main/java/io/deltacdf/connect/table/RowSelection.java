package io.deltacdf.connect.table;

import io.delta.kernel.internal.deletionvectors.RoaringBitmapArray;

/**
 * Which rows of a file count, by physical position: all but those of a deletion vector, or only
 * those that one deletion vector has and another lacks.
 *
 * @param in the rows that must be in here; null for no such condition
 * @param notIn the rows that must not be in here; null for none
 */
record RowSelection(RoaringBitmapArray in, RoaringBitmapArray notIn) {
  boolean contains(long position) {
    return (in == null || in.contains(position)) && (notIn == null || !notIn.contains(position));
  }
}
