/** Converts changes to source records: topics, schemas, keys, values and headers. */
@NullMarked
package io.deltacdf.connect.record;

import org.jspecify.annotations.NullMarked;
