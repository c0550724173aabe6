package io.deltacdf.connect.table.column;

/**
 * A column, or a field of a struct.
 *
 * @param name the logical name, as users know it
 * @param physicalName the name inside data files and partition values; the column's identity
 *     through renames. Equals {@code name} in tables without column mapping
 * @param type the data type
 * @param nullable whether the table allows null
 */
public record Field(String name, String physicalName, DataType type, boolean nullable) {}
