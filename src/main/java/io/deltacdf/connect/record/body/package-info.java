/** Rows in Avro's binary form, written straight from columns, and the Structs that carry them. */
@NullMarked
package io.deltacdf.connect.record.body;

import org.jspecify.annotations.NullMarked;
