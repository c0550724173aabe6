package io.deltacdf.connect.testing.tables;

import java.util.Map;

/**
 * A row of a table with row tracking.
 *
 * @param version the version that last changed the row
 * @param row the values by the names of the schema
 */
public record TrackedRow(long version, Map<String, Object> row) {}
