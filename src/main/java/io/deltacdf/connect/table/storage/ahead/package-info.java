/** Reads small files of stores before they are needed. A leaf. */
@NullMarked
package io.deltacdf.connect.table.storage.ahead;

import org.jspecify.annotations.NullMarked;
