package io.deltacdf.connect.testing.tables;

import java.util.Map;

/**
 * A row of a table with row tracking.
 *
 * @param version that last changed it
 * @param row by the names of the schema
 */
public record TrackedRow(long version, Map<String, Object> row) {}
