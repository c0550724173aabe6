/**
 * Reads Parquet files column by column. Knows Parquet and Hadoop, and of tables only their types
 * and columns; only {@code table} uses it.
 */
package io.deltacdf.connect.table.parquet;
