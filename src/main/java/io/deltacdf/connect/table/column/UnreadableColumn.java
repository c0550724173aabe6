package io.deltacdf.connect.table.column;

/**
 * A column that cannot be read, because its type, or one that it was widened from, is not a {@link
 * DataType}. The other columns of its table can be read.
 *
 * @param name the logical name
 * @param problem the part that cannot be read and its type, such as {@code column 's.list.element'
 *     of type interval day}
 */
public record UnreadableColumn(String name, String problem) {}
