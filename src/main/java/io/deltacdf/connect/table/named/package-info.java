/** Tables that are opened by the name that they have in a catalog. */
@NullMarked
package io.deltacdf.connect.table.named;

import org.jspecify.annotations.NullMarked;
