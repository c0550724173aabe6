/**
 * Random Parquet files that are made by hand: schemas, rows, their levels, pages in all encodings,
 * and Parquet's own reader for comparison.
 */
package io.deltacdf.connect.testing.parquet;
