/**
 * Reads Parquet files column by column. Of the other packages, this one uses only columns and their
 * types; only {@code table} and its packages use it.
 */
@NullMarked
package io.deltacdf.connect.table.parquet;

import org.jspecify.annotations.NullMarked;
