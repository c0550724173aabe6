package io.deltacdf.connect.table;

/**
 * How messages refer to a table.
 *
 * @param name the table's name in the configuration
 * @param path its normalized path or URI
 */
public record TableLocation(String name, String path) {}
