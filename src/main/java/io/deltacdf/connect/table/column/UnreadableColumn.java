package io.deltacdf.connect.table.column;

/**
 * A column of a type that is none of {@link DataType}, or widened from or to such a type. It is in
 * no schema and cannot be read; the others of its table can.
 *
 * @param name its logical name
 * @param problem why, in words, such as {@code column 's.list.element' of type interval day}
 */
public record UnreadableColumn(String name, String problem) {}
