/** Connect values in Avro's binary form, and back. */
@NullMarked
package io.deltacdf.connect.avro.value;

import org.jspecify.annotations.NullMarked;
