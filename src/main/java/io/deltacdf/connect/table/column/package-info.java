/**
 * Columns, batches, types and schemas of Delta tables. Every package may use this one; it uses none
 * of the others.
 */
@NullMarked
package io.deltacdf.connect.table.column;

import org.jspecify.annotations.NullMarked;
