/**
 * Finds tables below a directory or in a catalog, decides which of them are published, and tells
 * Connect.
 */
@NullMarked
package io.deltacdf.connect.discovery;

import org.jspecify.annotations.NullMarked;
