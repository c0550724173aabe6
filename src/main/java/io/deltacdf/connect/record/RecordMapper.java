package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.change.KeyResolver;
import io.deltacdf.connect.table.column.TableSchema;
import java.util.Optional;

/**
 * How rows of one table schema become keys and values.
 *
 * @param schema the schema
 * @param published those of its columns that are fields of the value
 * @param read the ordinals of these and of the key columns
 * @param key its key columns
 * @param keyIdentity what an offset carries of them, see {@link KeyResolver#identity}
 * @param keys writes their keys
 * @param values writes their values
 */
record RecordMapper(
    TableSchema schema,
    TableSchema published,
    int[] read,
    KeyColumns key,
    Optional<String> keyIdentity,
    KeyWriter keys,
    ValueWriter values) {}
