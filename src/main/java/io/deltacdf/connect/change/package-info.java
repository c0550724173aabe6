/**
 * Turns the rows of a commit into changes of keys, in an order that can be resumed at any position.
 * Depends neither on Kafka nor on Delta Kernel.
 *
 * <p>In this package a preimage is a row as it was before the commit: a row of a removed file, a
 * deleted row, or the row before an update. A postimage is a row as the commit leaves it: a row of
 * an added file, an inserted row, or the row after an update.
 */
@NullMarked
package io.deltacdf.connect.change;

import org.jspecify.annotations.NullMarked;
