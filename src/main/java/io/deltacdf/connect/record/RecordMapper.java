package io.deltacdf.connect.record;

import io.deltacdf.connect.change.KeyColumns;
import io.deltacdf.connect.offset.KeyForm;
import io.deltacdf.connect.offset.PublishedForm;
import io.deltacdf.connect.table.column.TableSchema;

/**
 * Maps the rows of one table schema to the keys and values of records.
 *
 * @param schema the table schema
 * @param published the part of the schema whose columns are fields of the value
 * @param read the ordinals of the columns that are read: the published ones and the key columns
 * @param key the key columns
 * @param keyForm what determines the bytes of the keys
 * @param form what an offset stores of the form of the records
 * @param keys creates the keys
 * @param values creates the values
 */
record RecordMapper(
    TableSchema schema,
    TableSchema published,
    int[] read,
    KeyColumns key,
    KeyForm keyForm,
    PublishedForm form,
    KeyMapper keys,
    ValueMapper values) {}
