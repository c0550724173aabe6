/**
 * Pages of Parquet files: decompressing them, their levels, their dictionaries, and their values in
 * all encodings.
 */
@NullMarked
package io.deltacdf.connect.table.parquet.page;

import org.jspecify.annotations.NullMarked;
