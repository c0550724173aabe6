/** What a catalog knows of a table: where it is, its commits, and credentials to read it. */
@NullMarked
package io.deltacdf.connect.catalog;

import org.jspecify.annotations.NullMarked;
