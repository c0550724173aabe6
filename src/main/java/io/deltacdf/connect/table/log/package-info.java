/** A table's log: listing it, following it commit by commit, and parsing the actions of commits. */
@NullMarked
package io.deltacdf.connect.table.log;

import org.jspecify.annotations.NullMarked;
