/** Changes become source records: schemas, keys, values, headers, topics, offsets. */
package io.deltacdf.connect.record;
