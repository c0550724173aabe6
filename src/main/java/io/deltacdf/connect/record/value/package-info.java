/** Converts values of columns to values of Kafka Connect, one type at a time. */
@NullMarked
package io.deltacdf.connect.record.value;

import org.jspecify.annotations.NullMarked;
