package io.deltacdf.connect.table.column;

/**
 * A column, or a field of a struct.
 *
 * @param name the logical name, as users know it
 * @param physicalName the name in data files and partition values, which identifies the column and
 *     does not change when it is renamed; equal to {@code name} in tables without column mapping
 * @param type the data type
 * @param nullable whether the table allows nulls
 */
public record Field(String name, String physicalName, DataType type, boolean nullable) {}
