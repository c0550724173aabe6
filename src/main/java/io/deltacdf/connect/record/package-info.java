/** Changes become source records: schemas, keys, values, headers and topics. */
package io.deltacdf.connect.record;
