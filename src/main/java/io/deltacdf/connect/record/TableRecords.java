package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.table.TableSchema;

/**
 * How rows of one table schema become keys and values.
 *
 * @param schema the schema
 * @param key its key columns
 * @param keys writes their keys
 * @param values writes their values
 */
record TableRecords(TableSchema schema, KeyColumns key, KeyWriter keys, RowWriter values) {}
