/**
 * Columns, batches, types and schemas of Delta tables. Depends on no other package, and may be used
 * by all.
 */
package io.deltacdf.connect.table.column;
