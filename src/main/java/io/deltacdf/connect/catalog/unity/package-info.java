/** Asks Unity Catalog through its REST API. */
@NullMarked
package io.deltacdf.connect.catalog.unity;

import org.jspecify.annotations.NullMarked;
