/** The converter of record headers. */
@NullMarked
package io.deltacdf.connect.header;

import org.jspecify.annotations.NullMarked;
