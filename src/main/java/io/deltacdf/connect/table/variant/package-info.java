/** Reads variants from the groups in which Parquet files store them, and writes them as JSON. */
@NullMarked
package io.deltacdf.connect.table.variant;

import org.jspecify.annotations.NullMarked;
