/** The options of catalogs, and the names that tables have in them. */
@NullMarked
package io.deltacdf.connect.config.catalog;

import org.jspecify.annotations.NullMarked;
