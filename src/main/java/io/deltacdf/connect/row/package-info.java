/**
 * Rows apart from Delta and Kafka: hashing, equality, compact storage, and conversion between the
 * schemas of one table. Knows only columns and their types.
 */
package io.deltacdf.connect.row;
