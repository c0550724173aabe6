package io.deltacdf.connect.table.parquet;

import io.deltacdf.connect.table.column.Column;
import java.util.function.UnaryOperator;

/**
 * How a file stores a variant column.
 *
 * @param stored the struct to read from the group that holds the variants
 * @param toVariants turns a column of this struct into one of type VARIANT
 */
public record VariantLayout(RequestedColumn stored, UnaryOperator<Column> toVariants) {}
