/**
 * What becomes of the records that a task has handed over to Connect: whether their offsets are
 * stored, and which are not because Connect has dropped the records.
 */
@NullMarked
package io.deltacdf.connect.source.delivery;

import org.jspecify.annotations.NullMarked;
