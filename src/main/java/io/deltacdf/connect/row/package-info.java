/**
 * Operations on rows that depend neither on Delta nor on Kafka: hashing, equality, compact storage,
 * and conversion between the schemas of one table. Uses only columns and their types.
 */
@NullMarked
package io.deltacdf.connect.row;

import org.jspecify.annotations.NullMarked;
