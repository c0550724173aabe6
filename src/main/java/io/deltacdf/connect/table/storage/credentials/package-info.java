/** The credentials that a catalog hands out, as the file systems of stores ask for them. */
@NullMarked
package io.deltacdf.connect.table.storage.credentials;

import org.jspecify.annotations.NullMarked;
