/** Following a table's log: listing, reading and parsing commits. */
package io.deltacdf.connect.table.log;
